// The draw by witnesses as admins run it, if no public number exists: name the witnesses, and enter what each reveals.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { RevealedSecret, WitnessesForm } from './admin-forms.ts'
import { month } from './endpoints.ts'

const group = 'Scholarship'
const reply = z.object({ message: z.string() })

export const nameWitnesses = endpoint({
  group,
  method: 'POST',
  path: '/admin/draws/:month/witnesses',
  who: ['owner', 'support'],
  summary:
    'Proposes who draws as no public number exists, or who takes the place of witnesses of whom one refused; without a second admin it is done at once',
  params: z.object({ month }),
  body: WitnessesForm,
  reply,
  needsReauthentication: true,
  fails: [
    'not_found',
    'already_drawn',
    'already_proposed',
    'witnesses_not_allowed',
    'commitment_used',
    'not_among_deciders',
  ],
})

export const revealSecret = endpoint({
  group,
  method: 'POST',
  path: '/admin/draws/:month/secret',
  who: ['owner', 'support'],
  summary:
    'Publishes the secret number of a witness, by the position from 0. The last one draws the winner. The same number again changes nothing',
  params: z.object({ month }),
  body: RevealedSecret,
  reply,
  needsReauthentication: true,
  fails: ['not_found', 'already_drawn', 'wrong_secret'],
})

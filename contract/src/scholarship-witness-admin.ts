// The draw by witnesses as admins run it, if no public number exists: name the witnesses, and enter what each reveals.
import { z } from 'zod'
import { Witness } from './draw-files.ts'
import { OPERATOR } from './draw-witnesses.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { WITNESS_NAME_MAX } from './limits.ts'
import { month } from './scholarship.ts'

const group = 'Scholarship'
const position = z.number('Unknown witness').int().min(0).max(9)
const reply = z.object({ message: z.string() })

/** A hash or a secret number as a person types it, in hex. */
const hex = (message: string) =>
  z
    .string(message)
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, message)
const commitment = hex('A promise has 64 characters: digits and the letters a to f')

const haveOwn = (key: keyof Witness) => (witnesses: readonly Witness[]) =>
  new Set(witnesses.map((one) => one[key])).size === witnesses.length

export const WitnessesForm = z
  .strictObject({
    /** Those from outside, in the order in which they are published. */
    others: z
      .array(z.strictObject({ name: field.requiredText({ name: 'Office', max: WITNESS_NAME_MAX }), commitment }))
      .min(3, 'Name at least three witnesses')
      .max(9, 'Name at most nine witnesses')
      .refine(haveOwn('name'), 'Each witness needs an office of its own'),
    /** Our own commitment. */
    own: commitment,
    /** The position of the witness who did not reveal the secret number, from 0; undefined if none are named yet. */
    refused: position.optional(),
  })
  .refine(({ others, own }) => haveOwn('commitment')([...others, { name: OPERATOR, commitment: own }]), {
    path: ['own'],
    error: 'Each witness needs a promise of its own',
  })
  .refine(({ others }) => others.every(({ name }) => name !== OPERATOR), {
    path: ['others'],
    error: `${OPERATOR} is added by itself`,
  })
export type WitnessesForm = z.output<typeof WitnessesForm>

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
  fails: ['not_found', 'already_drawn', 'already_proposed', 'witnesses_not_allowed', 'commitment_used'],
})

export const revealSecret = endpoint({
  group,
  method: 'POST',
  path: '/admin/draws/:month/secret',
  who: ['owner', 'support'],
  summary:
    'Publishes the secret number of a witness, by the position from 0. The last one draws the winner. The same number again changes nothing',
  params: z.object({ month }),
  body: z.strictObject({ position, secret: hex('A secret number has 64 characters: digits and the letters a to f') }),
  reply,
  needsReauthentication: true,
  fails: ['not_found', 'already_drawn', 'wrong_secret'],
})

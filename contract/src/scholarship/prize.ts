// A prize as its winner and the guardian see it: when it was won, what the winner told us so that it can be handed over, what is
// still missing, and whether it was paid.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { hasOneProof, oneProof, proof } from '../accounts/identity-providers.ts'
import { PrizeClaim } from './forms.ts'
import { month } from './endpoints.ts'

const group = 'Scholarship'

/** A claim as it is stored. */
export const StoredClaim = z.object({
  guardianName: z.string(),
  guardianPhone: z.string(),
  guardianEmail: z.string(),
  publicName: z.string(),
  /** When this was sent, or changed for the last time. */
  claimedAt: field.instant,
})
export type StoredClaim = z.infer<typeof StoredClaim>

export const prizeStates = ['unclaimed', 'claimed', 'confirmed', 'paid'] as const
export type PrizeState = (typeof prizeStates)[number]

/** Whether a guardian has agreed to the claim as it is; `not-needed` for a winner who was an adult when the month closed. */
export const agreementStates = ['not-needed', 'missing', 'agreed'] as const
export type AgreementState = (typeof agreementStates)[number]

/** Where the public name of a claim is: nobody sees it before an admin has confirmed it. `none`: the username is shown. */
export const nameStates = ['none', 'waiting', 'confirmed'] as const
export type NameState = (typeof nameStates)[number]

export const MyPrize = z.object({
  month,
  state: z.enum(prizeStates),
  /** Until when the winner has to claim the prize, and a guardian to agree; afterwards the draw may be repeated. */
  claimBy: field.instant,
  claim: StoredClaim.nullable(),
  agreement: z.enum(agreementStates),
  name: z.enum(nameStates),
  /** Whether the winner can still send a claim or change it. Once the prize is confirmed, only an admin changes it. */
  canClaim: z.boolean(),
  /** The day on which the prize was paid. */
  paidOn: z.iso.date().nullable(),
  /** Whether the prize waits, because the winner's points are on hold or the winner is disqualified. */
  isHeld: z.boolean(),
})
export type MyPrize = z.infer<typeof MyPrize>

export const myPrizes = endpoint({
  group,
  method: 'GET',
  path: '/api/scholarship/prizes',
  who: 'student',
  summary: 'The prizes that the student has won, newest first',
  reply: z.array(MyPrize),
})

export const claimPrize = endpoint({
  group,
  method: 'POST',
  path: '/api/scholarship/prizes/:month',
  who: 'student',
  summary:
    "Tells how to reach the winner's parent or guardian, given the password or a mailed code; it can be changed until the prize is confirmed",
  params: z.object({ month }),
  body: z.strictObject({ ...PrizeClaim.shape, ...proof }).refine(hasOneProof, oneProof),
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'prize_paid', 'prize_confirmed', 'busy'],
})

/** The parameters of the link in a guardian's mail about a prize. */
const AgreementLink = z.strictObject({ claim: z.string().min(1).max(100), token: z.string().min(1).max(200) })

export const readAgreementRequest = endpoint({
  group,
  method: 'POST',
  path: '/api/scholarship/guardian-agreement/request',
  who: 'anyone',
  summary: 'What a parent or guardian is asked about by the mailed link: a prize, and what the winner told us',
  body: AgreementLink,
  reply: z.object({
    month,
    username: z.string(),
    guardianName: z.string(),
    guardianPhone: z.string(),
    publicName: z.string(),
    /** Null once the prize is confirmed: it waits for an agreement as long as it takes. */
    agreeBy: z.nullable(field.instant),
    hasAgreed: z.boolean(),
  }),
  fails: ['token_invalid'],
})

export const agreeToPrize = endpoint({
  group,
  method: 'POST',
  path: '/api/scholarship/guardian-agreement',
  who: 'anyone',
  summary: 'A parent or guardian agrees to a prize and to what the winner told us, by the mailed link',
  body: AgreementLink,
  reply: z.object({ message: z.string() }),
  fails: ['token_invalid'],
})

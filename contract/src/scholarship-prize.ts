// A prize as its winner sees it: when it was won, what the winner told us so that it can be handed over, and whether it was
// paid.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { PrizeClaim } from './scholarship-forms.ts'
import { month } from './scholarship.ts'

const group = 'Scholarship'

/** A claim as it is stored. */
export const StoredClaim = z.object({
  guardianName: z.string(),
  guardianPhone: z.string(),
  guardianEmail: z.string(),
  publicName: z.string(),
  claimedAt: field.instant,
})
export type StoredClaim = z.infer<typeof StoredClaim>

export const prizeStates = ['unclaimed', 'claimed', 'confirmed', 'paid'] as const
export type PrizeState = (typeof prizeStates)[number]

export const MyPrize = z.object({
  month,
  state: z.enum(prizeStates),
  /** Until when the winner has to claim the prize; afterwards the draw may be repeated. */
  claimBy: field.instant,
  claim: StoredClaim.nullable(),
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
  summary: "Tells how to reach the winner's parent or guardian; it can be changed until the prize is paid",
  params: z.object({ month }),
  body: PrizeClaim,
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'prize_paid'],
})

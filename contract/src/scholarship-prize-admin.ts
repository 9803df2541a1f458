// The prizes as admins hand them over: whom to call, and a record of each payout.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { PayoutForm } from './scholarship-admin-forms.ts'
import { prizeStates, StoredClaim } from './scholarship-prize.ts'
import { month } from './scholarship.ts'

const group = 'Scholarship'

export const AdminPrize = z
  .object({
    month,
    state: z.enum(prizeStates),
    index: z.number().int(),
    /** Null once the account is erased. */
    username: z.string().nullable(),
    drawnAt: field.instant,
    claimBy: field.instant,
    claim: StoredClaim.nullable(),
    /** The latest record; an earlier one was replaced by it. */
    payout: z
      .object({ paidOn: z.iso.date(), receipt: z.string(), recordedBy: z.string(), recordedAt: field.instant })
      .nullable(),
  })
  .meta({ id: 'AdminPrize' })
export type AdminPrize = z.infer<typeof AdminPrize>

export const listPrizes = endpoint({
  group,
  method: 'GET',
  path: '/admin/scholarship-prizes',
  who: ['owner', 'support', 'finance', 'auditor'],
  summary: 'The prize of every month with a winner, newest first, with what the winner told us',
  reply: z.array(AdminPrize),
})

export const recordPayout = endpoint({
  group,
  method: 'POST',
  path: '/admin/scholarship-prizes/:month/payout',
  who: ['owner', 'finance'],
  summary: 'Records that the prize of a confirmed winner was paid. A later record replaces an earlier one',
  params: z.object({ month }),
  body: PayoutForm,
  reply: z.object({ message: z.string() }),
  needsReauthentication: true,
  fails: ['not_found', 'winner_not_confirmed', 'winner_is_held', 'already_proposed'],
})

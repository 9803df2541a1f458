// The prizes as admins hand them over: whom to call, what a guardian agreed to, and a record of each payout.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { ChangedClaimForm, PayoutForm } from './admin-forms.ts'
import { agreementStates, nameStates, prizeStates, StoredClaim } from './prize.ts'
import { month } from './endpoints.ts'

const group = 'Scholarship'

/** A claim with who sent it: the admin's username and reason, or null for the winner. */
const AdminClaim = StoredClaim.extend({
  version: z.number().int(),
  changedBy: z.string().nullable(),
  reason: z.string().nullable(),
})
export type AdminClaim = z.infer<typeof AdminClaim>

export const AdminPrize = z
  .object({
    month,
    state: z.enum(prizeStates),
    index: z.number().int(),
    /** Null once the account is erased. */
    username: z.string().nullable(),
    drawnAt: field.instant,
    claimBy: field.instant,
    claim: AdminClaim.nullable(),
    /** What the claim was before, newest first. */
    earlierClaims: z.array(AdminClaim),
    agreement: z.enum(agreementStates),
    name: z.enum(nameStates),
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

const params = z.object({ month })
const reply = z.object({ message: z.string() })
/** Names what the admin has read, so that nobody agrees to what was changed since. */
const SeenClaim = z.strictObject({ version: z.number('Unknown claim').int().min(1) })

export const changeClaim = endpoint({
  group,
  method: 'POST',
  path: '/admin/scholarship-prizes/:month/claim',
  who: ['owner', 'support'],
  summary: 'Changes what the winner told us, with a reason that the winner and the guardian read',
  params,
  body: ChangedClaimForm,
  reply,
  needsReauthentication: true,
  fails: ['not_found', 'prize_unclaimed'],
})

export const confirmPublicName = endpoint({
  group,
  method: 'POST',
  path: '/admin/scholarship-prizes/:month/public-name',
  who: ['owner', 'support'],
  summary: 'Confirms the public name of a winner, which everybody then sees',
  params,
  body: SeenClaim,
  reply,
  needsReauthentication: true,
  fails: ['not_found', 'prize_unclaimed', 'claim_changed', 'name_not_usable', 'guardian_not_agreed'],
})

export const recordAgreement = endpoint({
  group,
  method: 'POST',
  path: '/admin/scholarship-prizes/:month/agreement',
  who: ['owner', 'support'],
  summary: 'Records that the parent or guardian agreed on the phone to the prize and to what the winner told us',
  params,
  body: SeenClaim,
  reply,
  needsReauthentication: true,
  fails: ['not_found', 'prize_unclaimed', 'claim_changed', 'own_decision'],
})

export const recordPayout = endpoint({
  group,
  method: 'POST',
  path: '/admin/scholarship-prizes/:month/payout',
  who: ['owner', 'finance'],
  summary: 'Records that the prize of a confirmed winner was paid. A later record replaces an earlier one',
  params,
  body: PayoutForm,
  reply,
  needsReauthentication: true,
  fails: [
    'not_found',
    'winner_not_confirmed',
    'winner_is_held',
    'already_proposed',
    'prize_unclaimed',
    'guardian_not_agreed',
  ],
})

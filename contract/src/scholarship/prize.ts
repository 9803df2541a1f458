// A prize as its winner and the guardian see it: when it was won, what the winner told us so that we can pay it, what is
// still missing, and whether it was paid.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { hasOneProof, oneProof, proof } from '../accounts/identity-providers.ts'
import { PrizeClaim, ChangedClaimForm, PayoutForm, RefuseClaimForm } from './forms.ts'
import { month, ListClaim, outsideReasons } from './endpoints.ts'
import { ageCategories } from '../accounts/rules.ts'

const group = 'Scholarship'

/** A claim in the form in which it is stored. */
export const StoredClaim = z.object({
  guardianName: z.string(),
  guardianPhone: z.string(),
  guardianEmail: z.string(),
  publicName: z.string(),
  /** When the claim was sent or last changed. */
  claimedAt: field.instant,
})
export type StoredClaim = z.infer<typeof StoredClaim>

export const prizeStates = ['unclaimed', 'claimed', 'confirmed', 'paid'] as const
export type PrizeState = (typeof prizeStates)[number]

/** Whether a guardian has agreed to the current claim; `not-needed` if the winner was an adult when the month closed. */
export const agreementStates = ['not-needed', 'missing', 'agreed'] as const
export type AgreementState = (typeof agreementStates)[number]

/** The review of a claim's public name, which is hidden until an admin confirms it. `none`: the username is shown. */
export const nameStates = ['none', 'waiting', 'confirmed'] as const
export type NameState = (typeof nameStates)[number]

export const MyPrize = z.object({
  month,
  state: z.enum(prizeStates),
  /** The deadline for the winner's claim and a guardian's agreement; after it, the draw may be repeated. */
  claimBy: field.instant,
  claim: StoredClaim.nullable(),
  agreement: z.enum(agreementStates),
  name: z.enum(nameStates),
  /** Whether the winner can still send or change a claim. Once the prize is confirmed, only an admin can change it. */
  canClaim: z.boolean(),
  /** The day the prize was paid. */
  paidOn: z.iso.date().nullable(),
  /** Whether the prize is held back, because the winner's points are on hold or the winner is disqualified. */
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

/** The parameters of the link in the mail that asks a guardian to agree to a prize. */
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
    /** Null once the prize is confirmed: it then waits for the agreement without a deadline. */
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

// Prizes as admins hand them over: whom to call, what a guardian agreed to, and a record of each payout.

/** A claim and its sender: the admin's username and reason, or null if the winner sent it. */
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
    /** Earlier versions of the claim, newest first. */
    earlierClaims: z.array(AdminClaim),
    agreement: z.enum(agreementStates),
    name: z.enum(nameStates),
    /** The latest record, which replaces earlier ones. */
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
/** The version that the admin has read, so that nobody agrees to text that changed since. */
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

// The claims of students who are missing from a list, for admins to answer. Publishing the list again accepts the claims of all
// students in the new list.

/** The student's position if the list were made now. */
export const PositionNow = z.object({
  ageCategory: z.enum(ageCategories),
  /** On the leaderboard at the close, from 1, without ties. */
  position: z.number().int(),
  /** Why the student would be left out of a new list; null if the new list would include the student. */
  leftOut: z.enum(outsideReasons).nullable(),
})
export type PositionNow = z.infer<typeof PositionNow>

export const AdminListClaim = ListClaim.extend({
  _id: z.string(),
  month,
  username: z.string(),
  /** The deadline for an answer. */
  claimBy: field.instant,
  /** Whether the claim can be answered: it has no answer yet, and the list can still be replaced. */
  isOpen: z.boolean(),
  /** Null if the student is below the first position after the cut or on no leaderboard that month, and for claims that are not open. */
  positionNow: PositionNow.nullable(),
}).meta({ id: 'AdminListClaim' })
export type AdminListClaim = z.infer<typeof AdminListClaim>

export const listListClaims = endpoint({
  group,
  method: 'GET',
  path: '/admin/list-claims',
  who: ['owner', 'support', 'auditor'],
  summary:
    'The students who say that they are missing from a recent list, and what keeps them out now: open claims first, from the oldest; then the others, from the newest',
  reply: z.object({
    /** The number of open claims, which may exceed the number listed. */
    open: z.number().int(),
    claims: z.array(AdminListClaim),
  }),
})

export const refuseClaim = endpoint({
  group,
  method: 'POST',
  path: '/admin/list-claims/:claimId/refuse',
  who: ['owner', 'support'],
  summary: 'Tells a student why the list is right; the same answer may be repeated',
  params: z.object({ claimId: field.id }),
  body: RefuseClaimForm,
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'claim_too_late', 'claim_answered'],
})

/** The number shown in the admin menu. */
export const countOpenListClaims = endpoint({
  group: 'Scholarship',
  method: 'GET',
  path: '/admin/list-claims/open',
  who: ['owner', 'support', 'auditor'],
  summary: 'The number of students who say that they are missing from a list and wait for an answer',
  reply: z.object({ open: z.number().int() }),
})

// The claims of students who are missing from a list, as admins answer them. Publishing the list again accepts those of all
// whom the new list has.
import { z } from 'zod'
import { ageCategories } from '../accounts/age.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { RefuseClaimForm } from './admin-forms.ts'
import { ListClaim, month, outsideReasons } from './endpoints.ts'

const group = 'Scholarship'

/** Where a list of now would have a student. */
export const PositionNow = z.object({
  ageCategory: z.enum(ageCategories),
  /** On the leaderboard at the close, from 1, without ties. */
  position: z.number().int(),
  /** What keeps the student out; null if a new list would have the student. */
  leftOut: z.enum(outsideReasons).nullable(),
})
export type PositionNow = z.infer<typeof PositionNow>

export const AdminListClaim = ListClaim.extend({
  _id: z.string(),
  month,
  username: z.string(),
  /** Until when it has to be answered. */
  claimBy: field.instant,
  /** Whether it can be answered: it has no answer, and the list can still be replaced. */
  isOpen: z.boolean(),
  /** Null if the student is below the position after the cut or on no leaderboard of that month, and for a claim that is not open. */
  positionNow: PositionNow.nullable(),
}).meta({ id: 'AdminListClaim' })
export type AdminListClaim = z.infer<typeof AdminListClaim>

export const listListClaims = endpoint({
  group,
  method: 'GET',
  path: '/admin/list-claims',
  who: ['owner', 'support', 'auditor'],
  summary:
    'Who says to be missing from the recent lists, with what keeps them out now: the open claims first, oldest first; then the others, newest first',
  reply: z.object({
    /** How many are open; more than are listed, if they are too many. */
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

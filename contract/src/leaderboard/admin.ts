// The endpoints with which admins adjust a student's points.
import * as mini from 'zod/mini'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { ADJUSTMENT_MAX, ADJUSTMENT_REASON_MAX, ADJUSTMENT_REASON_MIN, ADJUSTMENT_STEP } from './rules.ts'
import { adjustmentText } from './text.ts'

const reason = field.requiredText({ name: 'Reason', min: ADJUSTMENT_REASON_MIN, max: ADJUSTMENT_REASON_MAX })
/** Repeating a request with the same key changes nothing, so a retry after a lost reply cannot change points twice. */
const key = mini.uuid(adjustmentText.keyMissing)

export const AdjustmentForm = mini.strictObject({
  key,
  ageCategory: field.ageCategory,
  amount: mini.int(adjustmentText.amountInvalid).check(
    mini.refine((amount) => amount !== 0 && amount % ADJUSTMENT_STEP === 0, adjustmentText.amountInvalid),
    mini.minimum(-ADJUSTMENT_MAX, adjustmentText.amountTooLarge),
    mini.maximum(ADJUSTMENT_MAX, adjustmentText.amountTooLarge),
  ),
  reason,
})
export type AdjustmentForm = mini.output<typeof AdjustmentForm>

export const UndoAdjustmentForm = mini.strictObject({ key, reason })
export type UndoAdjustmentForm = mini.output<typeof UndoAdjustmentForm>

const group = 'Leaderboard'
const count = z.number().int()

export const adjustmentStates = ['proposed', 'applied', 'withdrawn'] as const
export type AdjustmentState = (typeof adjustmentStates)[number]

export const PointsAdjustment = z
  .object({
    _id: z.string(),
    ageCategory: field.ageCategory,
    amount: count,
    reason: z.string(),
    state: z.enum(adjustmentStates),
    /** `isUndo`: whether it undoes an earlier adjustment. `isUndone`: whether a later one has undone it. */
    isUndo: z.boolean(),
    isUndone: z.boolean(),
    /** The admin's username; null for what the product did automatically. */
    proposedBy: z.string().nullable(),
    proposedAt: field.instant,
    /** The admin who decided; null until then. The same as `proposedBy` if nobody else had to agree. */
    decidedBy: z.string().nullable(),
    decidedAt: z.nullable(field.instant),
    canUndo: z.boolean(),
    /** Whether it is part of the caller's sum `alone`: then undoing it does not add to that sum. */
    isAlone: z.boolean(),
    /** How much of what undoing it gives back the student has already, because the score was kept from falling below 0. */
    kept: z.number().int().min(0),
    /** Whether the caller may agree. */
    canAgree: z.boolean(),
  })
  .meta({ id: 'PointsAdjustment' })
export type PointsAdjustment = z.infer<typeof PointsAdjustment>

export const StudentPoints = z
  .object({
    /** The categories in which points can be adjusted: those with a score, and today's. */
    scores: z.array(z.object({ ageCategory: field.ageCategory, score: count })),
    /**
     * What was adjusted this month so far: the sum for the student in each category, by the caller for all students, and by the
     * caller for this student without another admin.
     */
    month: z.object({ net: z.object({ '5-10': count, '11-20': count }), byAdmin: count, alone: count }),
    /** Whether no other admin could agree, so that the caller decides everything at once. */
    isOnlyDecider: z.boolean(),
    /** Newest first. */
    adjustments: z.array(PointsAdjustment),
  })
  .meta({ id: 'StudentPoints' })
export type StudentPoints = z.infer<typeof StudentPoints>

const studentParams = z.object({ username: field.usernameParam })

export const readStudentPoints = endpoint({
  group,
  method: 'GET',
  path: '/admin/students/:username/adjustments',
  who: ['owner', 'support', 'auditor'],
  summary: "A student's scores and the adjustments of points; each read is written to the audit log",
  params: studentParams,
  reply: StudentPoints,
  fails: ['not_found'],
})

const common = {
  group,
  method: 'POST',
  who: ['owner', 'support'],
  needsReauthentication: true,
  reply: z.object({ message: z.string(), state: z.enum(adjustmentStates) }),
} as const
const adjustmentParams = z.object({ username: field.usernameParam, adjustmentId: field.id })

export const adjustPoints = endpoint({
  ...common,
  path: '/admin/students/:username/adjustments',
  summary: 'Gives a student points or takes some away; above the monthly limits, proposes that to another admin',
  params: studentParams,
  body: AdjustmentForm,
  fails: ['not_found', 'not_among_deciders', 'adjustment_differs'],
})

export const undoAdjustment = endpoint({
  ...common,
  path: '/admin/students/:username/adjustments/:adjustmentId/undo',
  summary: 'Makes the opposite adjustment, once; above the monthly limits, proposes that to another admin',
  params: adjustmentParams,
  body: UndoAdjustmentForm,
  fails: [
    'not_found',
    'not_among_deciders',
    'adjustment_undone',
    'adjustment_not_undoable',
    'adjustment_differs',
    'score_below_zero',
  ],
})

export const agreeToAdjustment = endpoint({
  ...common,
  path: '/admin/students/:username/adjustments/:adjustmentId/agree',
  summary: 'Agrees to an adjustment that another admin has proposed, and makes it',
  params: adjustmentParams,
  fails: ['not_found', 'not_among_deciders', 'own_proposal', 'adjustment_decided', 'score_below_zero'],
})

export const withdrawAdjustment = endpoint({
  ...common,
  path: '/admin/students/:username/adjustments/:adjustmentId/withdraw',
  summary: 'Ends a proposed adjustment without making it',
  params: adjustmentParams,
  fails: ['not_found', 'adjustment_decided'],
})

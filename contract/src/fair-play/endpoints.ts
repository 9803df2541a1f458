// Fair play as a student sees it: whether an admin is checking the student's points, why, and the appeal.
import * as mini from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { APPEAL_TEXT_MAX } from './text.ts'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'

// The appeal of a student whose points are on hold.

export const AppealForm = mini.strictObject({
  text: field.requiredText({ name: 'Your message', max: APPEAL_TEXT_MAX, lines: true }),
})
export type AppealForm = mini.output<typeof AppealForm>

const group = 'Fair play'

/** What was noticed about an attempt. A flag asks an admin to look, and has no effect by itself. */
export const flagKinds = [
  'fast',
  'same-wrong',
  'shared-device',
  'shared-network',
  'same-address',
  'former-account',
] as const
export type FlagKind = (typeof flagKinds)[number]

/** Why a student is held or disqualified; `holdReasonSentences` has the sentences for students. */
export const holdReasons = ['too-fast', 'shared-account', 'same-answers', 'second-account', 'other'] as const
export type HoldReason = (typeof holdReasons)[number]

export const appealOutcomes = ['lifted', 'upheld'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

/** An appeal as its student sees it. */
export const Appeal = z
  .object({
    text: z.string(),
    madeAt: field.instant,
    /** When the appeal will be answered at the latest. */
    dueAt: field.instant,
    answer: z.object({ outcome: z.enum(appealOutcomes), text: z.string(), answeredAt: field.instant }).nullable(),
  })
  .meta({ id: 'Appeal' })
export type Appeal = z.infer<typeof Appeal>

/** A hold as its student sees it. Each hold allows one appeal. */
export const Hold = z
  .object({ reason: z.enum(holdReasons), at: field.instant, appeal: Appeal.nullable() })
  .meta({ id: 'Hold' })
export type Hold = z.infer<typeof Hold>

export const readOwnHold = endpoint({
  group,
  method: 'GET',
  path: '/api/fair-play/mine',
  who: 'student',
  summary: "Why an admin is checking the student's own points, and the appeal; null if nobody is",
  reply: z.object({ hold: Hold.nullable() }),
})

export const appealHold = endpoint({
  group,
  method: 'POST',
  path: '/api/fair-play/appeal',
  who: 'student',
  summary: "Tells the student's own side of a hold, once; the same message sent again changes nothing",
  body: AppealForm,
  reply: z.object({ message: z.string(), hold: Hold }),
  fails: ['not_held', 'already_appealed'],
})

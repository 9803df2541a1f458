// How a student reports a question.
import { toComparisonKey } from '../kernel/comparison.ts'
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'
import {
  REPORT_TEXT_MAX,
  STREAK_PAUSE_DAYS,
  EXPLANATION_LENGTH,
  MOMENT_MAX,
  OPTION_LENGTH,
  OPTIONS,
  QUESTION_LENGTH,
  REPORT_ANSWER_MAX,
} from './rules.ts'
import { quizReportsText, quizRegradeText, streakText, quizAdminText } from './text.ts'
import { regradeKinds } from './voids.ts'
import { ConsentLink } from '../accounts/forms.ts'
import { isRealDate, ageCategories } from '../accounts/rules.ts'
import { countDays } from '../kernel/days.ts'
import { commonText } from '../kernel/text.ts'

export const reportReasons = ['wrong-answer', 'unclear', 'spelling', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** What a student fills in. Only the reason `other` needs an explanation. */
export const ReportForm = z
  .strictObject({
    reason: z.enum(reportReasons, quizReportsText.reasonMissing),
    text: z._default(field.optionalText({ name: 'Text', max: REPORT_TEXT_MAX, lines: true }), ''),
  })
  .check(
    z.refine(({ reason, text }) => reason !== 'other' || text !== '', {
      path: ['text'],
      error: quizReportsText.textMissing,
    }),
  )
export type ReportForm = z.output<typeof ReportForm>

/** What an admin found out about a reported question. */
export const reportOutcomes = ['corrected', 'right', 'removed'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

// Streak pauses, set by a guardian or an admin.

const day = (missing: string) =>
  z
    .string(missing)
    .check(z.minLength(1, missing), z.maxLength(10, field.INVALID_DATE), z.refine(isRealDate, field.INVALID_DATE))

type Days = { from: string; to: string }
const pauseFields = { from: day(streakText.fromMissing), to: day(streakText.toMissing) }
const endsAfterItBegins = z.refine<Days>((days) => countDays(days) >= 1, {
  path: ['to'],
  error: streakText.endsBeforeItBegins,
})
const isShort = z.refine<Days>((days) => countDays(days) <= STREAK_PAUSE_DAYS, {
  path: ['to'],
  error: streakText.pauseTooLong,
})

/** The first and last day of a pause, in Lagos, both included. */
export const PauseForm = z.strictObject(pauseFields).check(endsAfterItBegins, isShort)
export type PauseForm = z.infer<typeof PauseForm>

/** A pause that a guardian sets with the mailed link. */
export const GuardianPause = z.strictObject({ ...ConsentLink.shape, ...pauseFields }).check(endsAfterItBegins, isShort)

// How admins write questions.

const required = (max: number, name: string) => field.requiredText({ name, max, missing: commonText.allFieldsRequired })

const questionFields = {
  question: required(QUESTION_LENGTH, 'Question'),
  options: z
    .array(required(OPTION_LENGTH, 'Option'), commonText.allFieldsRequired)
    .check(z.length(OPTIONS, commonText.allFieldsRequired)),
  correctAnswer: required(OPTION_LENGTH, 'Correct answer'),
  /** Unchanged if missing. */
  explanation: z.optional(field.optionalText({ name: 'Explanation', max: EXPLANATION_LENGTH })),
  momentSeconds: z.optional(
    z.nullable(
      z
        .number(quizAdminText.momentInvalid)
        .check(
          z.int(quizAdminText.momentInvalid),
          z.minimum(0, quizAdminText.momentInvalid),
          z.maximum(MOMENT_MAX, quizAdminText.momentInvalid),
        ),
    ),
  ),
}
type Options = { options: string[]; correctAnswer: string }
const optionsDiffer = {
  holds: ({ options }: Options) => new Set(options.map(toComparisonKey)).size === options.length,
  issue: { path: ['options'], error: quizAdminText.optionsDiffer },
}
const answerIsAnOption = {
  holds: ({ options, correctAnswer }: Options) => options.map(toComparisonKey).includes(toComparisonKey(correctAnswer)),
  issue: { path: ['correctAnswer'], error: quizAdminText.answerNotAnOption },
}

/** A question as an admin types it: four different options, one of which is the correct answer. */
export const QuestionForm = z
  .strictObject({
    videoTitle: required(500, 'Video title'),
    ...questionFields,
    ageCategory: z.enum(ageCategories, commonText.allFieldsRequired),
  })
  .check(z.refine(optionsDiffer.holds, optionsDiffer.issue), z.refine(answerIsAnOption.holds, answerIsAnOption.issue))
export type QuestionForm = z.output<typeof QuestionForm>

/** The fields that an edit may change. A question keeps its video and age category. */
export const QuestionChange = z
  .strictObject(questionFields)
  .check(z.refine(optionsDiffer.holds, optionsDiffer.issue), z.refine(answerIsAnOption.holds, answerIsAnOption.issue))
export type QuestionChange = z.output<typeof QuestionChange>

// How admins propose a correction of a question's answer key.

/** Either another option is right, or the question is void; then the fields of the answer are ignored. */
export const RegradeForm = z
  .strictObject({
    triviaId: field.id,
    kind: z._default(z.enum(regradeKinds), 'key'),
    newAnswer: z._default(field.optionalText({ name: 'Correct answer', max: OPTION_LENGTH }), ''),
    keepsOld: z._default(z.boolean(), false),
    /** The explanation of the new answer; empty for none. Unchanged if missing. */
    explanation: z.optional(field.optionalText({ name: 'Explanation', max: EXPLANATION_LENGTH })),
    /** The reports that led to it. */
    reportGroupId: z.optional(field.id),
  })
  .check(
    z.refine(({ kind, newAnswer }) => kind !== 'key' || newAnswer !== '', {
      path: ['newAnswer'],
      error: quizRegradeText.answerMissing,
    }),
  )
export type RegradeForm = z.output<typeof RegradeForm>

// How admins answer the reports of a question.

export const ReportAnswerForm = z.strictObject({
  outcome: z.enum(reportOutcomes, quizReportsText.outcomeMissing),
  text: field.requiredText({ name: 'Answer', max: REPORT_ANSWER_MAX, lines: true }),
})
export type ReportAnswerForm = z.output<typeof ReportAnswerForm>

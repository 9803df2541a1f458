// How admins write questions.
import * as z from 'zod/mini'
import { ageCategories } from '../accounts/age.ts'
import { commonText } from '../kernel/common-text.ts'
import * as field from '../kernel/fields.ts'
import { EXPLANATION_LENGTH, MOMENT_MAX, OPTION_LENGTH, OPTIONS, QUESTION_LENGTH } from './limits.ts'
import { quizAdminText } from './admin-text.ts'
import { toComparisonKey } from './endpoints.ts'

const required = (max: number, name: string) => field.requiredText({ name, max, missing: commonText.allFieldsRequired })

const questionFields = {
  question: required(QUESTION_LENGTH, 'Question'),
  options: z
    .array(required(OPTION_LENGTH, 'Option'), commonText.allFieldsRequired)
    .check(z.length(OPTIONS, commonText.allFieldsRequired)),
  correctAnswer: required(OPTION_LENGTH, 'Correct answer'),
  /** Missing: as it is. */
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

/** A question as an admin types it: four different options, and the correct answer is one of them. */
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

// A question while an admin types it, on the page where a whole quiz is written.
import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import type { Question } from '@baobab/contract/quiz/admin.ts'
import type { QuestionForm } from '@baobab/contract/quiz/forms.ts'
import { formatMoment } from '@baobab/contract/quiz/rules.ts'
import { toQuestion, type QuestionFormValues } from '../use-question-form.ts'
import { text } from './text.ts'

export type QuestionValues = Omit<QuestionFormValues, 'videoTitle' | 'ageCategory'>

/** A question's texts, from storage, another quiz or a pasted list. */
type Texts = Pick<QuestionForm, 'question' | 'options' | 'correctAnswer'> & {
  explanation?: string | null
  momentSeconds?: number | null
}

/** Returns the form values for a question. No answer is chosen if the correct answer is not among the options. */
export function toValues({ question, options, correctAnswer, explanation, momentSeconds }: Texts): QuestionValues {
  const keys = options.map(toComparisonKey)
  const index = correctAnswer === '' ? -1 : keys.indexOf(toComparisonKey(correctAnswer))
  return {
    question,
    options,
    correctAnswer: index < 0 ? '' : String(index),
    explanation: explanation ?? '',
    momentSeconds: momentSeconds === null || momentSeconds === undefined ? '' : formatMoment(momentSeconds),
  }
}

export function isSameValues(one: QuestionValues, other: QuestionValues): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether nothing was typed yet. */
export function isEmpty({ question, options, explanation, momentSeconds }: QuestionValues): boolean {
  return [question, ...options, explanation, momentSeconds].every((value) => value.trim() === '')
}

/** Names what a question lacks; undefined if it is complete. */
export function describeMissing({ question, options, correctAnswer }: QuestionValues): string | undefined {
  const missing = [
    ...(question.trim() === '' ? [text.theQuestion] : []),
    ...options.flatMap((option, index) => (option.trim() === '' ? [text.optionNamed(index)] : [])),
    ...(correctAnswer === '' ? [text.theAnswer] : []),
  ]
  return missing.length === 0 ? undefined : text.missing(missing)
}

type Quiz = Pick<Question, 'videoTitle' | 'ageCategory'>

/** Returns the body that stores a question, or what is wrong with it. */
export function checkQuestion(
  values: QuestionValues,
  { videoTitle, ageCategory }: Quiz,
): { body: QuestionForm } | { problem: string } {
  const missing = describeMissing(values)
  if (missing !== undefined) return { problem: missing }
  const result = toQuestion.safeParse({ ...values, videoTitle, ageCategory })
  return result.success ? { body: result.data } : { problem: result.error.issues[0]?.message ?? text.notSaved }
}

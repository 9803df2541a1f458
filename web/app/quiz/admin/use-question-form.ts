// The form for a question. Stores the index of the correct option, so that editing an option does not deselect it.
import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { addQuestion, editQuestion, type Question } from '@baobab/contract/quiz/admin.ts'
import { QuestionForm } from '@baobab/contract/quiz/forms.ts'
import { OPTIONS, formatMoment, parseMoment } from '@baobab/contract/quiz/rules.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { errorMessage, showFieldErrors } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { toast } from '../../ui/toast.tsx'
import { questionChanges } from './with-questions.tsx'

export type QuestionFormValues = {
  videoTitle: string
  ageCategory: AgeCategory | ''
  question: string
  options: string[]
  /** The index of the correct option, '0' to '3'; '' if none is chosen. */
  correctAnswer: string
  explanation: string
  /** Minutes and seconds, such as 0:45; '' for none. */
  momentSeconds: string
}
export const optionIndexes = Array.from({ length: OPTIONS }, (_, index) => index)
const fields = [
  'videoTitle',
  'ageCategory',
  'question',
  'options',
  ...optionIndexes.map((index) => `options.${index}` as const),
  'correctAnswer',
  'explanation',
  'momentSeconds',
] as const

/** Converts the index of the correct option to its text, and the moment to seconds, as the contract requires. Errors keep their paths. */
export const toQuestion = z.pipe(
  z.pipe(
    z.custom<QuestionFormValues>(),
    z.transform((values: QuestionFormValues): unknown => ({
      ...values,
      correctAnswer: values.options[Number(values.correctAnswer || NaN)] ?? '',
      // NaN is refused, with the contract's sentence.
      momentSeconds: values.momentSeconds.trim() === '' ? null : (parseMoment(values.momentSeconds) ?? NaN),
    })),
  ),
  z.pipe(z.unknown(), QuestionForm),
)

/** The form for a new question. After adding one, the form is ready for the next. */
export function useNewQuestion(start: Pick<QuestionFormValues, 'videoTitle' | 'ageCategory'>) {
  const add = useApiMutation(addQuestion, { changes: questionChanges })
  const question = useQuestionForm({
    start: { ...start, ...emptyQuestion() },
    failedTitle: quizAdminText.triviaAddFailed,
    send: (body) => add.mutateAsync({ body }),
    onSaved: ({ videoTitle, ageCategory }) => {
      // Leaves the field before the reset, because leaving the emptied field would mark it as missing.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      // Renders synchronously, because after a reset the fields are registered and can be focused only once they are rendered.
      flushSync(() => question.form.reset({ videoTitle, ageCategory, ...emptyQuestion() }))
      question.form.setFocus('question')
    },
  })
  return question
}

/** The form for an existing question. */
export function useEditedQuestion(edited: Question, onSaved: () => void) {
  const edit = useApiMutation(editQuestion, { changes: questionChanges })
  const { _id: triviaId, videoTitle, ageCategory, options } = edited
  const correctAnswer = String(
    options.findIndex((option) => toComparisonKey(option) === toComparisonKey(edited.correctAnswer)),
  )
  const question = useQuestionForm({
    start: {
      videoTitle,
      ageCategory,
      question: edited.question,
      options,
      correctAnswer,
      explanation: edited.explanation ?? '',
      momentSeconds: edited.momentSeconds === null ? '' : formatMoment(edited.momentSeconds),
    },
    failedTitle: quizAdminText.triviaUpdateFailed,
    send: (values) => {
      const { videoTitle: _, ageCategory: __, ...body } = values
      return edit.mutateAsync({ params: { triviaId }, body })
    },
    onSaved: (values) => {
      // Renders before leaving the page; otherwise the guard would still see unsaved changes.
      flushSync(() => question.form.reset(values))
      onSaved()
    },
  })
  return question
}

type Options = {
  start: QuestionFormValues
  /** Shown before the reason for a failure. */
  failedTitle: string
  send: (body: QuestionForm) => Promise<{ message: string }>
  onSaved: (values: QuestionFormValues) => void
}

function useQuestionForm({ start, failedTitle, send, onSaved }: Options) {
  // Shown in addition to field errors.
  const [refusal, setRefusal] = useState<string>()
  const { form, submit, failure, isSending } = useApiForm<QuestionFormValues, QuestionForm>({
    schema: toQuestion,
    isParsed: true,
    defaultValues: start,
    send: async (body) => {
      setRefusal(undefined)
      const { message } = await send(body)
      toast(message)
      onSaved(form.getValues())
    },
    onFailure: (error) => {
      showFieldErrors(error, fields, form.setError)
      setRefusal(`${failedTitle} ${errorMessage(error)}`)
      return true
    },
  })
  const values = useWatch({ control: form.control })
  const { defaultValues } = form.formState
  return {
    form,
    submit,
    refusal: refusal ?? (failure && `${failedTitle} ${failure.message}`),
    isSending,
    hasUnsavedChanges: hasUnsavedChanges(values, defaultValues ?? {}),
  }
}

export type QuestionFormState = ReturnType<typeof useQuestionForm>

type Content = {
  question?: string | undefined
  options?: (string | undefined)[] | undefined
  correctAnswer?: string | undefined
  explanation?: string | undefined
  momentSeconds?: string | undefined
}

/** Compares the question's content, but not the video or category, because selecting those again is quick. */
function hasUnsavedChanges(values: Content, start: Content): boolean {
  const toKey = ({ question, options, correctAnswer, explanation, momentSeconds }: Content) =>
    JSON.stringify([question, options, correctAnswer, explanation, momentSeconds])
  return toKey(values) !== toKey(start)
}

export function emptyQuestion() {
  const options = optionIndexes.map(() => '')
  return { question: '', options, correctAnswer: '', explanation: '', momentSeconds: '' }
}

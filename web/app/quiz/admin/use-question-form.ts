// The form of a question. The correct answer is chosen by its place, so that editing an option never unchooses it.
import type { AgeCategory } from '@baobab/contract/age.ts'
import { OPTIONS } from '@baobab/contract/limits.ts'
import { toComparisonKey } from '@baobab/contract/quiz.ts'
import { addQuestion, QuestionForm } from '@baobab/contract/quiz-admin.ts'
import { quizAdminText } from '@baobab/contract/quiz-admin-text.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { editQuestion, type Question } from '@baobab/contract/quiz-admin.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { errorMessage, showFieldErrors } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { toast } from '../../ui/toast.tsx'
import { questionChanges } from './use-questions.ts'

export type QuestionFormValues = {
  videoTitle: string
  ageCategory: AgeCategory | ''
  question: string
  options: string[]
  /** The place of the correct option, '0' to '3'; '' while none is chosen. */
  correctAnswer: string
}
export const optionIndexes = Array.from({ length: OPTIONS }, (_, at) => at)
const fields = [
  'videoTitle',
  'ageCategory',
  'question',
  'options',
  ...optionIndexes.map((at) => `options.${at}` as const),
  'correctAnswer',
] as const

/** The contract speaks of the answer's text, the form of its place; every error keeps its path. */
const ByContract = z
  .custom<QuestionFormValues>()
  .transform((typed) => ({ ...typed, correctAnswer: typed.options[Number(typed.correctAnswer || NaN)] ?? '' }))
  .pipe(z.preprocess((body) => body, QuestionForm))

type Start = Pick<QuestionFormValues, 'videoTitle' | 'ageCategory'>

/** A form for a new question; one that was added leaves its place to the next. */
export function useNewQuestion(start: Start) {
  const send = useApiMutation(addQuestion, { changes: questionChanges })
  return useQuestionForm({
    start: { ...start, ...blank() },
    refusedWith: quizAdminText.triviaAddFailed,
    send: (body) => send.mutateAsync({ body }),
    onSaved: (form) => {
      const { videoTitle, ageCategory } = form.getValues()
      // Drawn at once: an emptied form knows its fields again only then, and one of them gets the focus.
      flushSync(() => form.reset({ videoTitle, ageCategory, ...blank() }))
      form.setFocus('question')
    },
  })
}

/** A form for a question that there is. */
export function useEditedQuestion(known: Question, onSaved: () => void) {
  const send = useApiMutation(editQuestion, { changes: questionChanges })
  const { videoTitle, ageCategory, question, options } = known
  const correctAnswer = String(
    options.findIndex((one) => toComparisonKey(one) === toComparisonKey(known.correctAnswer)),
  )
  return useQuestionForm({
    start: { videoTitle, ageCategory, question, options, correctAnswer },
    refusedWith: quizAdminText.triviaUpdateFailed,
    send: ({ question, options, correctAnswer }) =>
      send.mutateAsync({ params: { triviaId: known._id }, body: { question, options, correctAnswer } }),
    onSaved: (form) => {
      // What is saved may be left: the guard has to know before the page goes.
      flushSync(() => form.reset(form.getValues()))
      onSaved()
    },
  })
}

type Form = UseFormReturn<QuestionFormValues, unknown, QuestionForm>
type Options = {
  start: QuestionFormValues
  /** Before the server's own words. */
  refusedWith: string
  send: (body: QuestionForm) => Promise<{ message: string }>
  onSaved: (form: Form) => void
}

function useQuestionForm({ start, refusedWith, send, onSaved }: Options) {
  const form: Form = useForm<QuestionFormValues, unknown, QuestionForm>({
    defaultValues: start,
    mode: 'onTouched',
    resolver: zodResolver(ByContract),
  })
  const [refusal, setRefusal] = useState<string>()

  const submit = form.handleSubmit(async (body) => {
    setRefusal(undefined)
    try {
      const { message } = await send(body)
      toast(message)
      onSaved(form)
    } catch (error) {
      showFieldErrors(error, fields, form.setError)
      setRefusal(`${refusedWith} ${errorMessage(error, commonText.somethingWentWrong)}`)
    }
  })

  const { isSubmitting, defaultValues } = form.formState
  const typed = useWatch({ control: form.control })
  return { form, submit, refusal, isBusy: isSubmitting, isHalfFilled: isTyped(typed, defaultValues ?? {}) }
}

export type QuestionFormState = ReturnType<typeof useQuestionForm>

/** Whether something would be lost: the choice of a video and a category is made again in a moment. */
function isTyped(typed: Partial<Typing>, start: Partial<Typing>): boolean {
  const textOf = ({ question, options, correctAnswer }: Partial<Typing>) =>
    JSON.stringify([question, options, correctAnswer])
  return textOf(typed) !== textOf(start)
}
type Typing = { question: string | undefined; options: (string | undefined)[]; correctAnswer: string | undefined }

function blank() {
  return { question: '', options: optionIndexes.map(() => ''), correctAnswer: '' }
}

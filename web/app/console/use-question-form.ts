// The form of a question. The correct answer is chosen by its place, so that editing an option never unchooses it.
import type { AgeCategory } from '@baobab/contract/age.ts'
import { OPTIONS } from '@baobab/contract/limits.ts'
import { addQuestion, listQuestions, QuestionForm } from '@baobab/contract/quiz.ts'
import { text } from '@baobab/contract/text.ts'
import { listAdminVideos, listVideos } from '@baobab/contract/videos.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { applyServerErrors } from '../api/errors.ts'
import { useSend } from '../api/q.ts'
import { toast } from '../ui/toast.tsx'
import { wordsOf } from './refusal.ts'

export type TypedQuestion = {
  videoTitle: string
  ageCategory: AgeCategory | ''
  question: string
  options: string[]
  /** The place of the correct option, '0' to '3'; '' while none is chosen. */
  correctAnswer: string
}
export const optionPlaces = Array.from({ length: OPTIONS }, (_, at) => at)
const fields = [
  'videoTitle',
  'ageCategory',
  'question',
  'options',
  ...optionPlaces.map((at) => `options.${at}` as const),
  'correctAnswer',
] as const

/** The contract speaks of the answer's text, the form of its place; every error keeps its path. */
const ByContract = z
  .custom<TypedQuestion>()
  .transform((typed) => ({ ...typed, correctAnswer: typed.options[Number(typed.correctAnswer || NaN)] ?? '' }))
  .pipe(z.preprocess((body) => body, QuestionForm))

export function useQuestionForm(start: Pick<TypedQuestion, 'videoTitle' | 'ageCategory'>) {
  const form = useForm<TypedQuestion, unknown, QuestionForm>({
    defaultValues: { ...start, ...blank() },
    mode: 'onTouched',
    resolver: zodResolver(ByContract),
  })
  const send = useSend(addQuestion, { changes: [listQuestions, listAdminVideos, listVideos] })
  const [refusal, setRefusal] = useState<string>()

  const submit = form.handleSubmit(async (body) => {
    setRefusal(undefined)
    try {
      const { message } = await send.mutateAsync({ body })
      toast(message)
      const { videoTitle, ageCategory } = form.getValues()
      // Drawn at once: an emptied form knows its fields again only then, and one of them gets the focus.
      flushSync(() => form.reset({ videoTitle, ageCategory, ...blank() }))
      form.setFocus('question')
    } catch (error) {
      applyServerErrors(error, fields, form.setError)
      setRefusal(`${text.triviaAddFailed} ${wordsOf(error, text.somethingWentWrong)}`)
    }
  })

  return { form, submit, refusal, isBusy: form.formState.isSubmitting }
}

function blank() {
  return { question: '', options: optionPlaces.map(() => ''), correctAnswer: '' }
}

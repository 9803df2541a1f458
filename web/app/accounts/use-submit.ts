// The one way in which forms of this folder send: server errors land on their fields, the rest in a note.
import { ApiError } from '@baobab/contract/api-error.ts'
import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { applyServerErrors, sentenceOf } from '../api/errors.ts'

export type Refusal = {
  sentence: string
  /** Seconds that the server asks to wait, and when they are over. */
  wait?: { seconds: number; until: number }
}

export function refusalOf(error: unknown, otherwise: string): Refusal {
  const sentence = sentenceOf(error, otherwise)
  const seconds = error instanceof ApiError ? error.retryAfter : undefined
  return seconds === undefined ? { sentence } : { sentence, wait: { seconds, until: Date.now() + seconds * 1000 } }
}

type Options<Form extends FieldValues> = {
  form: UseFormReturn<Form>
  fields: readonly Path<Form>[]
  /** What is said where the server said nothing fit to show. */
  otherwise: string
  send: (values: Form) => Promise<unknown>
  /** Answers true for a refusal that the page shows in its own way. */
  onRefusal?: (error: ApiError) => boolean
}

export function useSubmit<Form extends FieldValues>({ form, fields, otherwise, send, onRefusal }: Options<Form>) {
  const [refusal, setRefusal] = useState<Refusal>()
  const submit = form.handleSubmit(async (values) => {
    setRefusal(undefined)
    try {
      await send(values)
    } catch (error) {
      if (error instanceof ApiError && onRefusal?.(error)) return
      if (!applyServerErrors(error, fields, form.setError)) setRefusal(refusalOf(error, otherwise))
    }
  })
  return { submit, refusal, isSending: form.formState.isSubmitting }
}

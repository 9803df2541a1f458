// The one way in which forms of this folder send: server errors land on their fields, the rest in a note.
import { ApiError } from '@baobab/contract/api-error.ts'
import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { showFieldErrors } from '../api/error-message.ts'
import { toFormFailure, type FormFailure } from './use-api-form.ts'

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
  const [refusal, setRefusal] = useState<FormFailure>()
  const submit = form.handleSubmit(async (values) => {
    setRefusal(undefined)
    try {
      await send(values)
    } catch (error) {
      if (error instanceof ApiError && onRefusal?.(error)) return
      if (!showFieldErrors(error, fields, form.setError)) setRefusal(toFormFailure(error, otherwise))
    }
  })
  return { submit, refusal, isSending: form.formState.isSubmitting }
}

import { ApiError } from '@baobab/contract/api-error.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  type UseFormProps,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { showFieldErrors } from '../api/error-message.ts'
import { toFormFailure, type FormFailure } from './form-failure.ts'
import { useUnsentForm } from './unsent-forms.ts'

type Options<Values extends FieldValues, Output> = {
  /** The contract's schema: its messages appear under the fields. */
  schema?: z.core.$ZodType<Output, Values>
  /** In place of `schema`, for rules that a schema cannot express, or if `send` needs the parsed values. */
  resolver?: Resolver<Values, unknown, Output>
  defaultValues?: DefaultValues<Values>
  /** In place of `defaultValues`: the values stored on the server. When they change, edited fields keep their text. */
  values?: Values
  mode?: UseFormProps<Values>['mode']
  /** Sends the values and handles the success. An API failure is thrown as ApiError. */
  send: (values: Output) => Promise<unknown>
  /** Shown if the server sent no message for the user. */
  failureMessage?: string
  /** Returns true for a failure that the page shows in its own way. */
  onFailure?: (error: ApiError) => boolean
}

/**
 * The form hook of almost every page: react-hook-form with a schema of the contract. Server messages appear under their
 * fields; any other failure is returned as `failure`, for FormFailureNote.
 * With `schema`, `send` gets the values as they were typed, because the server parses them by the same schema.
 */
export function useApiForm<Values extends FieldValues, Output = Values>(options: Options<Values, Output>) {
  const { schema, resolver, defaultValues, values, mode = 'onTouched', send, failureMessage, onFailure } = options
  const form = useForm<Values, unknown, Output>({
    ...(defaultValues && { defaultValues }),
    ...(values && { values, resetOptions: { keepDirtyValues: true, keepErrors: true } }),
    mode,
    resolver: resolver ?? rawResolver(schema),
  })
  useUnsentForm(form)
  const [failure, setFailure] = useState<FormFailure>()
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      await send(values)
    } catch (error) {
      if (error instanceof ApiError && onFailure?.(error)) return
      if (!showFieldErrors(error, Object.keys(form.getValues()) as Path<Values>[], form.setError))
        setFailure(toFormFailure(error, failureMessage))
    }
  })

  return {
    form,
    submit,
    failure,
    clearFailure: () => setFailure(undefined),
    isSending: isSubmitting,
    /** Props of a field: `<TextField label="Email" {...field('email')} />`. */
    field: <Name extends Path<Values>>(name: Name, rules?: RegisterOptions<Values, Name>) => ({
      ...form.register(name, rules),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    errors,
  }
}

function rawResolver<Values extends FieldValues, Output>(schema: z.core.$ZodType<Output, Values> | undefined) {
  if (!schema) throw new Error('useApiForm needs a schema or a resolver.')
  return zodResolver(schema as never, undefined, { raw: true }) as unknown as Resolver<Values, unknown, Output>
}

import { ApiError } from '@baobab/contract/kernel/api-error.ts'
import { useEffect, useState } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { showFieldErrors } from '../api/error-message.ts'
import { toFormFailure, type FormFailure } from './form-failure.ts'
import { reloadForNewVersion } from './reload-for-new-version.ts'
import { resolverOnDemand, RULES_MISSING } from './resolver-on-demand.ts'
import { formsText } from './text.ts'
import { useUnsentForm } from './unsent-forms.ts'

type Options<Values extends FieldValues, Output> = {
  /** The contract's schema: its messages appear under the fields. Pages that students open give a function that loads it. */
  schema?: z.core.$ZodType<Output, Values> | (() => Promise<z.core.$ZodType<Output, Values>>)
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
  const rules = resolver ?? rawResolver(schema)
  const form = useForm<Values, unknown, Output>({
    ...(defaultValues && { defaultValues }),
    ...(values && { values, resetOptions: { keepDirtyValues: true, keepErrors: true } }),
    mode,
    resolver: rules,
  })
  useRulesOnFocus(form, rules)
  useUnsentForm(form)
  const [failure, setFailure] = useState<FormFailure>()
  const { errors, isSubmitting } = form.formState

  async function sendValid(valid: Output) {
    setFailure(undefined)
    try {
      await send(valid)
    } catch (error) {
      if (error instanceof ApiError && onFailure?.(error)) return
      if (!showFieldErrors(error, Object.keys(form.getValues()) as Path<Values>[], form.setError))
        setFailure(toFormFailure(error, failureMessage))
    }
  }

  /** Loads the page anew if its rules are missing because there is a new version of the app; else says so. */
  async function explainMissingRules(found: FieldErrors<Values>) {
    if (found.root?.type !== RULES_MISSING) return
    setFailure(undefined)
    const outcome = await reloadForNewVersion({ message: formsText.newVersion })
    if (outcome !== 'reloading') setFailure({ message: formsText.notChecked })
  }

  const submit = form.handleSubmit(sendValid, explainMissingRules)

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

function rawResolver<Values extends FieldValues, Output>(
  schema: Options<Values, Output>['schema'],
): Resolver<Values, unknown, Output> {
  if (!schema) throw new Error('useApiForm needs a schema or a resolver.')
  return resolverOnDemand(typeof schema === 'function' ? schema : () => schema, { isRaw: true })
}

/** Loads the rules of a form once a field of any form has the focus, so that they are there before they are needed. */
function useRulesOnFocus<Values extends FieldValues, Output>(
  { getValues }: Pick<UseFormReturn<Values>, 'getValues'>,
  rules: Resolver<Values, unknown, Output>,
): void {
  const [loadRules] = useState(
    () => () => void rules(getValues(), undefined, { fields: {}, shouldUseNativeValidation: false }),
  )
  useEffect(() => {
    // Other elements get the focus by themselves, such as the heading of a page that was just opened.
    const handleFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element && target.closest('form'))) return
      removeEventListener('focusin', handleFocus)
      loadRules()
    }
    addEventListener('focusin', handleFocus)
    return () => removeEventListener('focusin', handleFocus)
  }, [loadRules])
}

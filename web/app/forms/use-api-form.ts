import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
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
import { showFieldErrors } from '../api/error-message.ts'
import { useFirstError } from '../ui/use-first-error.ts'
import { clearDraft, readDraft, useDraft, type Draft } from './drafts.tsx'
import { useFormFailure } from './form-failure.tsx'
import { isPressing } from '../ui/is-pressing.ts'
import { RULES_MISSING, toResolver, type Rules } from './rules.ts'
import { useUnsentForm } from './unsent-forms.ts'

type Options<Values extends FieldValues, Output> = Rules<Values, Output> & {
  defaultValues?: DefaultValues<Values>
  /** The values stored on the server, instead of `defaultValues`. When they change, edited fields keep their text. */
  values?: Values
  /**
   * Keeps what is typed while the tab is open, so that visiting the terms or reloading loses nothing. Call `clearDraft` once it is sent.
   */
  draft?: Draft<Values>
  mode?: UseFormProps<Values>['mode']
  /** Sends the values. An API failure is thrown as ApiError. */
  send: (values: Output) => Promise<unknown>
  /** Shown if the server sent no message for the user. */
  failureMessage?: string
  /** Set if `failureMessage` would be untrue without a reply; then only a sentence about the connection is shown. */
  needsReply?: boolean
  /** Returns true for a failure that the page shows itself. */
  onFailure?: (error: ApiError) => boolean
}

/**
 * The form hook of almost every page: react-hook-form with a schema from the contract. Server messages appear under their fields; any other
 * failure is returned as `failure`, for FormFailureNote. What was typed survives a new version of the app. `light/use-api-form.ts` does the
 * same without the library.
 */
export function useApiForm<Values extends FieldValues, Output = Values>(options: Options<Values, Output>) {
  const { defaultValues, values, draft, mode = 'onTouched', send } = options
  const resolver = toResolver(options)
  const [stored] = useState(() => (draft ? readDraft(draft.key) : {}))
  const [start] = useState(() => (draft ? draft.restore(stored) : undefined))
  const initial = start ?? defaultValues
  const form = useForm<Values, unknown, Output>({
    ...(initial && { defaultValues: initial }),
    ...(values && { values, resetOptions: { keepDirtyValues: true, keepErrors: true } }),
    mode,
    resolver,
    // The library would use registration order; `showFirstError` uses page order.
    shouldFocusError: false,
  })
  useRulesOnFocus(form, resolver)
  useUnsentForm(form)
  useDraft(form, draft)
  const { failure, clearFailure, sendOrExplain, explainMissingRules } = useFormFailure(options)
  const { errors, isSubmitting } = form.formState
  const element = useRef<HTMLFormElement>(null)
  const showFirstError = useFirstError()

  async function sendValid(valid: Output) {
    clearFailure()
    await sendOrExplain(
      () => send(valid),
      (error) => showFieldErrors(error, Object.keys(form.getValues()) as Path<Values>[], form.setError),
    )
  }

  async function explainInvalid(found: FieldErrors<Values>) {
    if (found.root?.type !== RULES_MISSING) return
    clearFailure()
    await explainMissingRules()
  }

  async function submit(event?: SyntheticEvent<HTMLFormElement>) {
    const submitted = event?.currentTarget ?? element.current
    await form.handleSubmit(sendValid, explainInvalid)(event)
    showFirstError(submitted)
  }

  /** Checks some fields without sending them, and moves the focus to the first invalid one. Returns whether all are valid. */
  async function check(...names: Path<Values>[]): Promise<boolean> {
    const isRight = await form.trigger(names)
    if (!isRight) showFirstError(element.current)
    return isRight
  }

  return {
    form,
    submit,
    check,
    failure,
    clearFailure,
    isSending: isSubmitting,
    /** Props of a field: `<TextField label="Email" {...field('email')} />`. */
    field: <Name extends Path<Values>>(name: Name, rules?: RegisterOptions<Values, Name>) => {
      const { ref, ...props } = form.register(name, rules)
      return {
        ...props,
        onBlur: async (event: { target: unknown; type?: unknown }) => {
          if (!isPressing()) await props.onBlur(event)
        },
        ref: (input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null) => {
          ref(input)
          if (input) element.current = input.form
        },
        error: form.getFieldState(name, form.formState).error?.message,
      }
    },
    errors,
    /** The draft that the form was opened with; empty if there was none. */
    storedDraft: stored,
    clearDraft: () => draft && clearDraft(draft.key),
  }
}

/** Loads a form's rules once a field in any form has the focus, so that they are ready when needed. */
function useRulesOnFocus<Values extends FieldValues, Output>(
  { getValues }: Pick<UseFormReturn<Values>, 'getValues'>,
  rules: Resolver<Values, unknown, Output>,
): void {
  const [loadRules] = useState(
    () => () => void rules(getValues(), undefined, { fields: {}, shouldUseNativeValidation: false }),
  )
  useEffect(() => {
    // Other elements get the focus automatically, such as the heading of a page that was just opened.
    const handleFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element && target.closest('form'))) return
      removeEventListener('focusin', handleFocus)
      loadRules()
    }
    addEventListener('focusin', handleFocus)
    return () => removeEventListener('focusin', handleFocus)
  }, [loadRules])
}

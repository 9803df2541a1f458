import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import type * as z from 'zod/mini'
import { showFieldErrors } from '../../api/error-message.ts'
import { useFirstError } from '../../ui/use-first-error.ts'
import { useFormFailure } from '../form-failure.tsx'
import { isPressing } from '../../ui/is-pressing.ts'
import { useUnsentForm } from '../unsent-forms.ts'

type TextValues = Record<string, string>

type Options<Values extends TextValues> = {
  /** Loads the contract's schema, whose messages appear under the fields. */
  schema: () => Promise<z.ZodMiniType<unknown, Values>>
  /** The values stored on the server. When they change, edited fields keep their text. */
  values: Values
  /** Sends the values as typed. An API failure is thrown as ApiError. */
  send: (values: Values) => Promise<unknown>
  /** Shown if the server sent no message for the user. */
  failureMessage?: string
  /** Returns true for a failure that the page shows itself. */
  onFailure?: (error: ApiError) => boolean
}

/**
 * `useApiForm` for text fields, without the form library: for pages whose form is rarely filled in. A field is checked when it loses the
 * focus, and then on every change. `form` has only the few functions that such pages need.
 */
export function useApiForm<Values extends TextValues>({ schema, values, send, ...options }: Options<Values>) {
  type Name = keyof Values & string
  const names = Object.keys(values) as Name[]
  const { inputs, getValues, fill, reset } = useInputs(values)
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const [checked] = useState(() => new Set<Name>())
  const [isSending, setSending] = useState(false)
  const { failure, clearFailure, sendOrExplain, explainMissingRules } = useFormFailure(options)
  const showFirstError = useFirstError()

  /** Checks some fields and shows their errors. Returns whether they are all valid. Throws if the schema does not load. */
  async function check(some: readonly Name[]): Promise<boolean> {
    const rules = await schema()
    const issues = rules.safeParse(getValues()).error?.issues ?? []
    const findMessage = (name: Name) => issues.find(({ path }) => path[0] === name)?.message
    setErrors((others) => ({ ...others, ...Object.fromEntries(some.map((name) => [name, findMessage(name)])) }))
    return !some.some((name) => findMessage(name) !== undefined)
  }

  /** Checks one field if the schema loads; otherwise the failure is shown on submit. */
  function checkQuietly(name: Name): void {
    void check([name]).catch(() => undefined)
  }

  /** Shows the server's messages under their fields. Returns whether there were any. */
  const showErrors = (error: unknown) =>
    showFieldErrors<TextValues>(error, names, (name, { message }) =>
      setErrors((others) => ({ ...others, [name]: message })),
    )

  /** Moves the focus to the form's first error. */
  const showFirst = () => showFirstError([...inputs.values()][0]?.form)

  async function sendChecked() {
    try {
      for (const name of names) checked.add(name)
      if (!(await check(names))) return
    } catch {
      return explainMissingRules()
    }
    await sendOrExplain(() => send(getValues()), showErrors)
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    clearFailure()
    await sendChecked()
    setSending(false)
    showFirst()
  }

  useUnsentForm({ getValues, setValue: fill })

  return {
    form: {
      getValues,
      reset,
      showErrors: (error: unknown) => {
        if (showErrors(error)) showFirst()
      },
      /** Checks all fields, and moves the focus to the first invalid one. */
      trigger: async () => {
        const isRight = await check(names)
        showFirst()
        return isRight
      },
    },
    submit,
    failure,
    isSending,
    /** Props of a field: `<TextField label="Email" {...field('email')} />`. */
    field: (name: Name) => ({
      name,
      defaultValue: values[name],
      error: errors[name],
      ref: (input: HTMLInputElement | null) => {
        if (input) inputs.set(name, input)
        else inputs.delete(name)
      },
      // Loads the rules before they are needed.
      onFocus: () => void schema().catch(() => undefined),
      onBlur: () => {
        if (isPressing()) return
        checked.add(name)
        checkQuietly(name)
      },
      onChange: () => {
        if (checked.has(name)) checkQuietly(name)
      },
    }),
  }
}

/** A form's inputs by name. Values are read from the inputs, so that what the browser fills in counts too. */
function useInputs<Values extends TextValues>(values: Values) {
  const [inputs] = useState(() => new Map<string, HTMLInputElement>())
  const saved = useRef(values)

  const [functions] = useState(() => {
    const fill = (name: string, value: string) => {
      const input = inputs.get(name)
      if (input) input.value = value
    }
    const getValues = () =>
      Object.fromEntries(
        Object.entries(saved.current).map(([name, value]) => [name, inputs.get(name)?.value ?? value]),
      ) as Values
    /** Shows what the server stores now, except in fields edited after the form was sent. */
    const reset = (next: Values, sent: Values) => {
      const typed = getValues()
      saved.current = next
      for (const [name, value] of Object.entries(next)) if (typed[name] === sent[name]) fill(name, value)
    }
    return { inputs, fill, getValues, reset }
  })

  const json = JSON.stringify(values)
  useEffect(() => {
    const { fill, getValues } = functions
    const typed = getValues()
    const stored = JSON.parse(json) as Values
    for (const [name, value] of Object.entries(stored)) if (typed[name] === saved.current[name]) fill(name, value)
    saved.current = stored
  }, [functions, json])

  return functions
}

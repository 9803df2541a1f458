import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import type * as z from 'zod/mini'
import { showFieldErrors } from '../api/error-message.ts'
import { toFormFailure, type FormFailure } from './form-failure.ts'
import { reloadForNewVersion } from './reload-for-new-version.ts'
import { formsText } from './text.ts'
import { useUnsentForm } from './unsent-forms.ts'

type TextValues = Record<string, string>

type Options<Values extends TextValues> = {
  /** Loads the contract's schema: its messages appear under the fields. */
  schema: () => Promise<z.ZodMiniType<unknown, Values>>
  /** The values stored on the server. When they change, edited fields keep their text. */
  values: Values
  /** Sends the values as they were typed. An API failure is thrown as ApiError. */
  send: (values: Values) => Promise<unknown>
  /** Shown if the server sent no message for the user. */
  failureMessage?: string
}

/**
 * A form of text fields that behaves as those of `useApiForm`, without the form library: for pages that show a form to many who
 * never fill it in. A field is checked when it loses the focus, and from then on with each change.
 */
export function useLightForm<Values extends TextValues>({ schema, values, send, failureMessage }: Options<Values>) {
  type Name = keyof Values & string
  const names = Object.keys(values) as Name[]
  const { inputs, read, fill, reset } = useInputs(values)
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const [checked] = useState(() => new Set<Name>())
  const [failure, setFailure] = useState<FormFailure>()
  const [isSending, setSending] = useState(false)

  /** Shows the server's messages under their fields. Returns whether there was any. */
  const showErrors = (error: unknown) =>
    showFieldErrors<TextValues>(error, names, (name, { message }, options) => {
      setErrors((others) => ({ ...others, [name]: message }))
      if (options?.shouldFocus) inputs.get(name)?.focus()
    })

  /** Checks some fields, and shows what is wrong with them. Returns whether all is well. Throws if the schema does not load. */
  async function check(some: readonly Name[], shouldFocus = false): Promise<boolean> {
    const rules = await schema()
    const issues = rules.safeParse(read()).error?.issues ?? []
    const findMessage = (name: Name) => issues.find(({ path }) => path[0] === name)?.message
    setErrors((others) => ({ ...others, ...Object.fromEntries(some.map((name) => [name, findMessage(name)])) }))
    const wrong = some.find((name) => findMessage(name) !== undefined)
    if (shouldFocus && wrong !== undefined) inputs.get(wrong)?.focus()
    return wrong === undefined
  }

  /** Checks one field if that is possible; the submit says if it is not. */
  function checkQuietly(name: Name): void {
    void check([name]).catch(() => undefined)
  }

  async function sendChecked() {
    try {
      for (const name of names) checked.add(name)
      if (!(await check(names, true))) return
    } catch {
      return explainMissingRules()
    }
    try {
      await send(read())
    } catch (error) {
      if (!showErrors(error)) setFailure(toFormFailure(error, failureMessage))
    }
  }

  /** Loads the page anew if its rules are missing because there is a new version of the app; else says so. */
  async function explainMissingRules() {
    const outcome = await reloadForNewVersion({ message: formsText.newVersion })
    if (outcome !== 'reloading') setFailure({ message: formsText.notChecked })
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setFailure(undefined)
    await sendChecked()
    setSending(false)
  }

  useUnsentForm({ getValues: read, setValue: fill })

  return {
    submit,
    failure,
    isSending,
    read,
    reset,
    showErrors,
    /** Checks all fields, and leads to the first that is wrong. */
    check: () => check(names, true),
    /** Props of a field: `<TextField label="Email" {...field('email')} />`. */
    field: (name: Name) => ({
      name,
      defaultValue: values[name],
      error: errors[name],
      ref: (input: HTMLInputElement | null) => {
        if (input) inputs.set(name, input)
        else inputs.delete(name)
      },
      // So that the rules are there before they are needed.
      onFocus: () => void schema().catch(() => undefined),
      onBlur: () => {
        checked.add(name)
        checkQuietly(name)
      },
      onChange: () => {
        if (checked.has(name)) checkQuietly(name)
      },
    }),
  }
}

/** The inputs of a form by their names. What they contain is read from them, so that what a browser fills in counts. */
function useInputs<Values extends TextValues>(values: Values) {
  const [inputs] = useState(() => new Map<string, HTMLInputElement>())
  const saved = useRef(values)

  const [functions] = useState(() => {
    const fill = (name: string, value: string) => {
      const input = inputs.get(name)
      if (input) input.value = value
    }
    const read = () =>
      Object.fromEntries(
        Object.entries(saved.current).map(([name, value]) => [name, inputs.get(name)?.value ?? value]),
      ) as Values
    /** Shows what is stored on the server now, but for what was typed after it was sent. */
    const reset = (next: Values, sent: Values) => {
      const typed = read()
      saved.current = next
      for (const [name, value] of Object.entries(next)) if (typed[name] === sent[name]) fill(name, value)
    }
    return { inputs, fill, read, reset }
  })

  const json = JSON.stringify(values)
  useEffect(() => {
    const { fill, read } = functions
    const typed = read()
    const stored = JSON.parse(json) as Values
    for (const [name, value] of Object.entries(stored)) if (typed[name] === saved.current[name]) fill(name, value)
    saved.current = stored
  }, [functions, json])

  return functions
}

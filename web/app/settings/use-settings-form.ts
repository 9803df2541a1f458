import {
  changeSettings,
  consoleSettings,
  publicSettings,
  SettingsForm,
  type ProductSettings,
} from '@baobab/contract/settings.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { useState } from 'react'
import { ApiError } from '@baobab/contract/api-error.ts'
import { sentenceOf } from '../api/errors.ts'
import { useSend } from '../api/q.ts'
import { toast } from '../ui/toast.tsx'
import { changesOf, typedOf, type Typed } from './typed-settings.ts'

type Errors = Partial<Record<keyof Typed, string | undefined>>

/** The form of the product settings: a new price is asked about before it is sent. */
export function useSettingsForm(settings: ProductSettings) {
  const [typed, setTyped] = useState(() => typedOf(settings))
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string>()
  const [asksAbout, setAsksAbout] = useState<number>()
  const sending = useSend(changeSettings, { changes: [consoleSettings, publicSettings] })
  const changes = changesOf(typed, settings)

  function type(name: keyof Typed, value: string) {
    setTyped((before) => ({ ...before, [name]: value }))
    setErrors((before) => ({ ...before, [name]: undefined }))
    setFailure(undefined)
  }

  function problems(): Errors {
    const issues = SettingsForm.safeParse(changes).error?.issues ?? []
    return Object.fromEntries(issues.map((issue) => [issue.path[0], issue.message]))
  }

  /** Answers the first field that needs another look, if any. */
  function submit(): keyof Typed | undefined {
    const found = problems()
    setErrors(found)
    const [wrong] = fieldsOf(found)
    if (wrong) return wrong
    if (changes.priceKobo === undefined) void send()
    else setAsksAbout(changes.priceKobo)
    return undefined
  }

  async function send() {
    try {
      const reply = await sending.mutateAsync({ body: changes })
      setTyped(typedOf(reply.settings))
      toast(reply.message)
    } catch (error) {
      const told = error instanceof ApiError ? error.errors.map((one) => [one.path, one.message]) : []
      setErrors(Object.fromEntries(told))
      if (told.length === 0) setFailure(sentenceOf(error, commonText.somethingWentWrong))
    } finally {
      setAsksAbout(undefined)
    }
  }

  return {
    typed,
    errors,
    failure,
    isSending: sending.isPending,
    /** The price that waits for a yes. */
    asksAbout,
    type,
    submit,
    send,
    cancel: () => setAsksAbout(undefined),
  }
}

const fieldsOf = (errors: Errors) =>
  (['priceKobo', 'supportEmail', 'supportPhone'] as const).filter((name) => errors[name] !== undefined)

import {
  changeSettings,
  readAdminSettings,
  readPublicSettings,
  SettingsChange,
  type ProductSettings,
} from '@baobab/contract/settings.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { useState } from 'react'
import { ApiError } from '@baobab/contract/api-error.ts'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { toast } from '../../ui/toast.tsx'
import { toSettingsChange, toFormValues, type SettingsFormValues } from './settings-form-values.ts'

type Errors = Partial<Record<keyof SettingsFormValues, string | undefined>>

/** The form of the product settings: a new price is asked about before it is sent. */
export function useSettingsForm(settings: ProductSettings) {
  const [typed, setTyped] = useState(() => toFormValues(settings))
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string>()
  const [asksAbout, setAsksAbout] = useState<number>()
  const sending = useApiMutation(changeSettings, { changes: [readAdminSettings, readPublicSettings] })
  const changes = toSettingsChange(typed, settings)

  function type(name: keyof SettingsFormValues, value: string) {
    setTyped((before) => ({ ...before, [name]: value }))
    setErrors((before) => ({ ...before, [name]: undefined }))
    setFailure(undefined)
  }

  function problems(): Errors {
    const issues = SettingsChange.safeParse(changes).error?.issues ?? []
    return Object.fromEntries(issues.map((issue) => [issue.path[0], issue.message]))
  }

  /** Answers the first field that needs another look, if any. */
  function submit(): keyof SettingsFormValues | undefined {
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
      setTyped(toFormValues(reply.settings))
      toast(reply.message)
    } catch (error) {
      const told = error instanceof ApiError ? error.errors.map((one) => [one.path, one.message]) : []
      setErrors(Object.fromEntries(told))
      if (told.length === 0) setFailure(errorMessage(error, commonText.somethingWentWrong))
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

import { Reauthentication } from '@baobab/contract/accounts-admin.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import type { Again } from './reauthentication-fields.tsx'
import { useSubmit } from '../../forms/use-submit.ts'

/** A form for password and code; the field of the code comes when the server asks for it. */
export function useReauthenticationForm(send: (again: Again) => Promise<unknown>) {
  const [isCodeAsked, setCodeAsked] = useState(false)
  const form = useForm<Again>({
    defaultValues: { password: '' },
    resolver: zodResolver(Reauthentication, undefined, { raw: true }),
  })
  const submitting = useSubmit({
    form,
    fields: ['password', 'code'],
    otherwise: commonText.somethingWentWrong,
    send,
    onRefusal: ({ errors }) => {
      if (isCodeAsked || !errors.some(({ path }) => path === 'code')) return false
      flushSync(() => setCodeAsked(true))
      form.setFocus('code')
      return true
    },
  })
  return { form, isCodeAsked, ...submitting }
}

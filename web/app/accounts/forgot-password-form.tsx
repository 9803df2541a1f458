import { EmailOnly, type forgotPassword } from '@baobab/contract/accounts.ts'
import type { forgotAdminPassword } from '@baobab/contract/accounts-admin.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { getEmailFromState } from './email-from-state.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { useSubmit } from '../forms/use-submit.ts'

/** Asks for the email of a forgotten password, for both kinds of account. */
export function ForgotPasswordForm({ endpoint }: { endpoint: typeof forgotPassword | typeof forgotAdminPassword }) {
  const [sentTo, setSentTo] = useState<string>()
  const { state } = useLocation()
  const [email] = useState(() => getEmailFromState(state))
  const form = useForm({
    defaultValues: { email },
    mode: 'onTouched',
    resolver: zodResolver(EmailOnly, undefined, { raw: true }),
  })
  const { submit, refusal, isSending } = useSubmit({
    form,
    fields: ['email'],
    otherwise: commonText.somethingWentWrong,
    send: async (body) => {
      setSentTo(undefined)
      await callApi(endpoint, { body })
      toast(accountsText.resetSent, { ms: 3000 })
      setSentTo(body.email.trim())
    },
  })

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        {...form.register('email')}
        error={form.formState.errors.email?.message}
      />
      {sentTo !== undefined && (
        <Note kind="ok">
          If <b>{sentTo}</b> has an account, a link is on its way. It works once, for 30 minutes. If you do not see the
          mail, look in your spam folder.
        </Note>
      )}
      <FormFailureNote failure={refusal} />
      <Button type="submit" block busyLabel={isSending && 'Submitting...'}>
        {sentTo === undefined ? 'Submit' : 'Send it again'}
      </Button>
    </form>
  )
}

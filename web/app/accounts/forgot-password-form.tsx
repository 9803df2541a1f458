import type { forgotAdminPassword } from '@baobab/contract/accounts/admin.ts'
import type { forgotPassword } from '@baobab/contract/accounts/endpoints.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import { cleanEmail } from '@baobab/contract/kernel/text.ts'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { deviceField } from '../api/session.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { toast } from '../ui/toast.tsx'
import { getEmailFromState } from './log-in-form.tsx'
import { sharedText } from './text.ts'

/** Asks students and admins for the email of the account whose password they forgot. */
export function ForgotPasswordForm({ endpoint }: { endpoint: typeof forgotPassword | typeof forgotAdminPassword }) {
  const [sentTo, setSentTo] = useState<string>()
  const { state } = useLocation()
  const [email] = useState(() => getEmailFromState(state))
  const { field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('@baobab/contract/accounts/forms.ts')).EmailOnly,
    defaultValues: { email },
    send: async (body) => {
      setSentTo(undefined)
      await callApi(endpoint, { body: { ...body, ...deviceField() } })
      toast(accountsText.resetSent, { ms: 3000 })
      setSentTo(cleanEmail(body.email))
    },
  })

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <TextField label={sharedText.email} type="email" autoComplete="email" {...field('email')} />
      {sentTo !== undefined && (
        <Note kind="ok">{richText(sharedText.forgotPassword.sent, { email: <b>{sentTo}</b> })}</Note>
      )}
      <FormFailureNote failure={failure} />
      <Button type="submit" block busyLabel={isSending && sharedText.forgotPassword.busy}>
        {sentTo === undefined ? sharedText.submit : sharedText.forgotPassword.sendAgain}
      </Button>
    </form>
  )
}

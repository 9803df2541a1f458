import { accountsText } from '@baobab/contract/accounts/text.ts'
import { cleanEmail } from '@baobab/contract/kernel/text.ts'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { toast } from '../ui/toast.tsx'
import { getEmailFromState } from './log-in-form.tsx'
import { sharedText } from './text.ts'

type Props = {
  /** `emailOrNumber` of the texts lets students enter a phone number too. */
  label: string
  /** Sends the request. Returns whether a link was mailed, which the form then says. */
  request: (address: string) => Promise<boolean>
}

/** Asks students and admins for the address of the account whose password they forgot. */
export function ForgotPasswordForm({ label, request }: Props) {
  const isEmailOnly = label === sharedText.email
  const [sentTo, setSentTo] = useState<string>()
  const { state } = useLocation()
  const [email] = useState(() => getEmailFromState(state))
  const { field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('./form-schemas.ts'))[isEmailOnly ? 'EmailForm' : 'ForgottenForm'],
    defaultValues: { email },
    send: async (body) => {
      setSentTo(undefined)
      if (!(await request(cleanEmail(body.email)))) return
      toast(accountsText.resetSent, { ms: 3000 })
      setSentTo(cleanEmail(body.email))
    },
  })

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={label}
        type={isEmailOnly ? 'email' : 'text'}
        autoComplete={isEmailOnly ? 'email' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
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

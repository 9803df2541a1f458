import { EmailOnly, forgotPassword } from '@baobab/contract/accounts.ts'
import { text } from '@baobab/contract/text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { call } from '../api/call.ts'
import { paths } from '../paths.ts'
import type { AuthHandle } from '../shell/auth-layout.tsx'
import { titled } from '../shell/meta.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { emailIn } from './email-in.ts'
import { RefusalNote } from './refusal-note.tsx'
import { useSubmit } from './use-submit.ts'

export const meta = () => titled('Forgot password')

export const handle = {
  greeting: { title: 'It happens to everyone.', text: 'We send you a link, and you choose a new password.' },
} satisfies AuthHandle

export default function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>()
  const { state } = useLocation()
  const [email] = useState(() => emailIn(state))
  const form = useForm({
    defaultValues: { email },
    mode: 'onTouched',
    resolver: zodResolver(EmailOnly, undefined, { raw: true }),
  })
  const { submit, refusal, isSending } = useSubmit({
    form,
    fields: ['email'],
    otherwise: text.somethingWentWrong,
    send: async (body) => {
      setSentTo(undefined)
      await call(forgotPassword, { body })
      toast(text.resetSent, { ms: 3000 })
      setSentTo(body.email.trim())
    },
  })

  return (
    <div>
      <h1>Forgot password</h1>
      <p className="muted">Enter the email that you signed up with. We send you a link to choose a new password.</p>
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
            If <b>{sentTo}</b> has an account, a link is on its way. It works once, for 30 minutes. If you do not see
            the mail, look in your spam folder.
          </Note>
        )}
        <RefusalNote refusal={refusal} />
        <Button type="submit" block busyLabel={isSending && 'Submitting...'}>
          {sentTo === undefined ? 'Submit' : 'Send it again'}
        </Button>
      </form>
      <p>
        <Link className="auth__link" to={paths.student.login}>
          Back to login
        </Link>
      </p>
    </div>
  )
}

import { PasswordAgain, confirmAdmin } from '@baobab/contract/admins.ts'
import { text } from '@baobab/contract/text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { call } from '../api/call.ts'
import { usePasswordQuestion } from '../api/fresh-login.ts'
import { useAdminSession } from '../api/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { RefusalNote } from './refusal-note.tsx'
import { useSubmit } from './use-submit.ts'

/** Stands once in the console: whatever call wants the password again waits here, and then goes on by itself. */
export function FreshLogin() {
  const question = usePasswordQuestion()
  const id = useId()
  const [isSending, setSending] = useState(false)
  return (
    <Dialog
      isOpen={question !== undefined}
      title={text.passwordAgain}
      confirmLabel="Go on"
      busyLabel={isSending && 'Checking...'}
      formId={id}
      // What is on its way cannot be called back.
      onCancel={() => !isSending && question?.answer(false)}
    >
      {question && <AgainForm id={id} onSending={setSending} onConfirmed={() => question.answer(true)} />}
    </Dialog>
  )
}

type Props = { id: string; onSending: (isSending: boolean) => void; onConfirmed: () => void }

function AgainForm({ id, onSending, onConfirmed }: Props) {
  const username = useAdminSession()?.username ?? ''
  const [isCodeAsked, setCodeAsked] = useState(false)
  const form = useForm<z.input<typeof PasswordAgain>>({
    defaultValues: { password: '' },
    resolver: zodResolver(PasswordAgain, undefined, { raw: true }),
  })
  const { submit, refusal } = useSubmit({
    form,
    fields: ['password', 'code'],
    otherwise: text.somethingWentWrong,
    send: async (body) => {
      onSending(true)
      await call(confirmAdmin, { body }).finally(() => onSending(false))
      onConfirmed()
    },
    onRefusal: ({ errors }) => {
      if (isCodeAsked || !errors.some(({ path }) => path === 'code')) return false
      flushSync(() => setCodeAsked(true))
      form.setFocus('code')
      return true
    },
  })
  const { errors } = form.formState
  return (
    <form id={id} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
      <p>It is a while since you logged in, and this is worth a second look.</p>
      {/* Tells a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        data-first
        {...form.register('password')}
        error={errors.password?.message}
      />
      {isCodeAsked && (
        <TextField
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          hint={text.secondFactorNeeded}
          {...form.register('code')}
          error={errors.code?.message}
        />
      )}
      <RefusalNote refusal={refusal} />
    </form>
  )
}

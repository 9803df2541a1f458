import { EmailVerification, verifyEmail } from '@baobab/contract/accounts.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { callApi } from '../api/call-api.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { readPendingVerification } from './pending-verification.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { ResendCode } from './resend-code.tsx'
import { useSubmit } from '../forms/use-submit.ts'

const fields = ['email', 'verificationToken'] as const

export function VerifyForm({ onVerified }: { onVerified: (email: string) => void }) {
  const [pending] = useState(readPendingVerification)
  const [isKnown, setKnown] = useState(pending !== undefined)
  const form = useForm({
    defaultValues: { email: pending?.email ?? '', verificationToken: '' },
    mode: 'onTouched',
    resolver: zodResolver(EmailVerification, undefined, { raw: true }),
  })
  const { submit, refusal, isSending } = useSubmit({
    form,
    fields,
    otherwise: accountsText.verificationFailed,
    send: async (body) => {
      await callApi(verifyEmail, { body })
      onVerified(body.email.trim())
    },
    onRefusal: (error) => {
      // A wrong code, or one that is dead: both belong under the code.
      if (error.status !== 400 && error.message !== accountsText.codeDead) return false
      form.setError('verificationToken', { message: error.message }, { shouldFocus: true })
      return true
    },
  })
  const email = useWatch({ control: form.control, name: 'email' })
  const { errors } = form.formState

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {isKnown ? (
        <KnownEmail email={email} onChange={() => setKnown(false)} />
      ) : (
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          hint="The one you signed up with."
          {...form.register('email')}
          error={errors.email?.message}
        />
      )}
      <CodeField
        label="Verification code"
        hint="6 digits. The code works for 15 minutes. If you do not see the mail, look in your spam folder."
        {...form.register('verificationToken')}
        error={errors.verificationToken?.message}
      />
      <FormFailureNote failure={refusal} />
      <Button type="submit" block busyLabel={isSending && 'Verifying...'}>
        Submit
      </Button>
      <ResendCode
        email={email}
        onSent={() => {
          form.resetField('verificationToken')
          form.setFocus('verificationToken')
        }}
        onEmailMissing={() => void form.trigger('email', { shouldFocus: true })}
      />
    </form>
  )
}

function KnownEmail({ email, onChange }: { email: string; onChange: () => void }) {
  return (
    <div>
      <p>
        We sent a code to <b>{email}</b>. Enter it here.
      </p>
      <Button kind="quiet" size="sm" className="btn--flush" onClick={onChange}>
        Not your email?
      </Button>
    </div>
  )
}

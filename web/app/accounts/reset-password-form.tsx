import type { resetPassword } from '@baobab/contract/accounts.ts'
import type { resetAdminPassword } from '@baobab/contract/accounts-admin.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { callApi } from '../api/call-api.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { matchingResolver } from './matching-resolver.ts'
import { PasswordRuleList } from './password-rule-list.tsx'
import type { studentPasswordRules } from './password-rules.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { useSubmit } from '../forms/use-submit.ts'

/** What the mailed link carries. */
export const ResetLink = z.object({ token: z.string().min(1), email: z.string().min(1) })

type Form = { newPassword: string; repassword: string }
type Reset = typeof resetPassword | typeof resetAdminPassword

function resolverFor(endpoint: Reset) {
  const Passwords = z.object({
    newPassword: z
      .string()
      .min(1, { error: accountsText.passwordsRequired, abort: true })
      .pipe(endpoint.body.shape.newPassword),
    repassword: z.string().min(1, accountsText.passwordsRequired),
  })
  const resolver = zodResolver(Passwords, undefined, { raw: true })
  return matchingResolver<Form>(resolver, 'newPassword', accountsText.passwordsDiffer)
}

type Props = {
  endpoint: Reset
  rules: typeof studentPasswordRules
  link: z.infer<typeof ResetLink>
  onChanged: () => void
  onDead: () => void
}

export function ResetPasswordForm({ endpoint, rules, link, onChanged, onDead }: Props) {
  const [resolver] = useState(() => resolverFor(endpoint))
  const form = useForm({
    defaultValues: { newPassword: '', repassword: '' },
    mode: 'onTouched',
    resolver,
  })
  const { submit, refusal, isSending } = useSubmit({
    form,
    fields: ['newPassword'],
    otherwise: accountsText.resetError,
    send: async ({ newPassword }) => {
      await callApi(endpoint, { body: { ...link, newPassword } })
      onChanged()
    },
    onRefusal: (error) => {
      if (error.code !== 'token_invalid') return false
      onDead()
      return true
    },
  })
  const password = useWatch({ control: form.control, name: 'newPassword' })
  const { errors } = form.formState

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={link.email} readOnly hidden />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        {...form.register('newPassword')}
        error={errors.newPassword?.message}
      />
      <PasswordRuleList rules={rules} password={password} />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        {...form.register('repassword')}
        error={errors.repassword?.message}
      />
      <FormFailureNote failure={refusal} />
      <Button type="submit" block busyLabel={isSending && 'Resetting...'}>
        Reset password
      </Button>
    </form>
  )
}

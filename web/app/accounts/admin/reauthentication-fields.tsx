import { accountsText } from '@baobab/contract/accounts-text.ts'
import type { UseFormReturn } from 'react-hook-form'
import { useAdminSession } from '../../api/session.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

export type Again = { password: string; code?: string | undefined }

type Props = { form: UseFormReturn<Again>; isCodeAsked: boolean }

/** The password of one who is logged in, and the code where the second factor is on. */
export function ReauthenticationFields({ form, isCodeAsked }: Props) {
  const username = useAdminSession()?.username ?? ''
  const { errors } = form.formState
  return (
    <>
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
          hint={accountsText.secondFactorNeeded}
          {...form.register('code')}
          error={errors.code?.message}
        />
      )}
    </>
  )
}

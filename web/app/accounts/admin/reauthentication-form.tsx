import { Reauthentication } from '@baobab/contract/accounts/forms.ts'
import { accountsAdminText } from '@baobab/contract/accounts/text.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useState, type ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { useAdminSession } from '../../api/session.ts'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { authText } from './text.ts'

export type ReauthenticationValues = z.input<typeof Reauthentication>

/** Shows the field of the second factor's code when the server asks for it: only the server knows whether it is on. */
export function useCodeWhenAsked() {
  const [isCodeAsked, setCodeAsked] = useState(false)
  /** For `onFailure` of a form. Returns true when the field of the code has just been shown. */
  function showCode({ errors }: ApiError, focusCode: () => void): boolean {
    if (isCodeAsked || !errors.some(({ path }) => path === 'code')) return false
    flushSync(() => setCodeAsked(true))
    focusCode()
    return true
  }
  return { isCodeAsked, showCode }
}

export function useReauthenticationForm(send: (values: ReauthenticationValues) => Promise<unknown>) {
  const { isCodeAsked, showCode } = useCodeWhenAsked()
  const apiForm = useApiForm({
    schema: Reauthentication,
    defaultValues: { password: '' },
    mode: 'onSubmit',
    send,
    onFailure: (error): boolean => showCode(error, focusCode),
  })
  function focusCode(): void {
    apiForm.form.setFocus('code')
  }
  return { ...apiForm, isCodeAsked }
}

type FieldsProps = { field: ReturnType<typeof useReauthenticationForm>['field']; isCodeAsked: boolean }

/** Fields for the password of the logged-in admin, and for a code if the second factor is on. */
export function ReauthenticationFields({ field, isCodeAsked }: FieldsProps) {
  return (
    <>
      <HiddenUsername />
      <PasswordField
        label={authText.reauthentication.password}
        autoComplete="current-password"
        data-first
        {...field('password')}
      />
      {isCodeAsked && <SecondFactorCodeField {...field('code')} />}
    </>
  )
}

/** Lets a password manager know which account the password belongs to. */
export function HiddenUsername() {
  const username = useAdminSession()?.username ?? ''
  return <input type="text" autoComplete="username" value={username} readOnly hidden />
}

/** Accepts six digits from the authenticator app, or a recovery code. */
export function SecondFactorCodeField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label={authText.code}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      hint={accountsAdminText.secondFactorNeeded}
      {...props}
    />
  )
}

type Props = {
  /** Whether the second factor is known to be on. */
  withCode: boolean
  label: string
  busyLabel: string
  isDangerous?: boolean
  send: (values: ReauthenticationValues) => Promise<unknown>
  onCancel: () => void
}

/** Asks for the password, and for a code, before a card makes a change that requires them. */
export function ReauthenticationForm({ withCode, label, busyLabel, isDangerous = false, send, onCancel }: Props) {
  const { field, isCodeAsked, submit, failure, isSending } = useReauthenticationForm(send)
  return (
    <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
      <ReauthenticationFields field={field} isCodeAsked={withCode || isCodeAsked} />
      <FormFailureNote failure={failure} />
      <FormButtons
        kind={isDangerous ? 'danger' : 'main'}
        busyLabel={isSending && busyLabel}
        cancelLabel={authText.cancel}
        onCancel={onCancel}
      >
        {label}
      </FormButtons>
    </form>
  )
}

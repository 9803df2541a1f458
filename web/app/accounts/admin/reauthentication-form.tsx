import { reauthenticateAdmin } from '@baobab/contract/accounts/admin.ts'
import { findSecondFactorCode } from '@baobab/contract/accounts/codes.ts'
import { Reauthentication } from '@baobab/contract/accounts/forms.ts'
import { accountsAdminText } from '@baobab/contract/accounts/text.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useState, type ComponentProps, useId } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { callApi } from '../../api/call-api.ts'
import { useReauthenticationRequest } from '../../api/reauthentication.ts'
import { useAdminSession } from '../../api/session.ts'
import { CodeField } from '../../forms/code-field.tsx'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/fields.tsx'
import { authText } from './text.ts'

export type ReauthenticationValues = z.input<typeof Reauthentication>

/** Shows the second factor field once the server asks for the code: only the server knows whether it is on. */
export function useCodeWhenAsked() {
  const [isCodeAsked, setCodeAsked] = useState(false)
  /** For a form's `onFailure`. Returns true if this failure made the code field appear. */
  function showCode({ errors }: ApiError, focusCode: () => void): boolean {
    if (isCodeAsked || !errors.some(({ path }) => path === 'code')) return false
    flushSync(() => setCodeAsked(true))
    focusCode()
    return true
  }
  return { isCodeAsked, showCode }
}

function useReauthenticationForm(send: (values: ReauthenticationValues) => Promise<unknown>) {
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

/** Fields for the logged-in admin's password, and for a code if the second factor is on. */
function ReauthenticationFields({ field, isCodeAsked }: FieldsProps) {
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
export function SecondFactorCodeField(props: Omit<ComponentProps<typeof CodeField>, 'label'>) {
  return (
    <CodeField
      label={authText.code}
      find={findSecondFactorCode}
      hint={accountsAdminText.secondFactorNeeded}
      {...props}
    />
  )
}

type Props = {
  /** Whether the second factor is known to be on, so that the code is asked for at once. */
  withCode: boolean
  label: string
  busyLabel: string
  isDangerous?: boolean
  send: (values: ReauthenticationValues) => Promise<unknown>
  onCancel: () => void
}

/** Asks for the password, and a code if needed, before a card makes a change that requires them. */
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

/** Asks for the password whenever a call requires reauthentication; the call then continues. Rendered once, by the admin layout. */
export function ReauthenticationDialog() {
  const request = useReauthenticationRequest()
  const formId = useId()
  const [isSending, setSending] = useState(false)
  return (
    <Dialog
      isOpen={request !== undefined}
      title={accountsAdminText.reauthenticationNeeded}
      confirmLabel={authText.continue}
      busyLabel={isSending && authText.checking}
      formId={formId}
      // A request that has been sent cannot be withdrawn, so the dialog stays open until the reply arrives.
      onCancel={() => !isSending && request?.answer(false)}
    >
      {request && <DialogForm id={formId} onSending={setSending} onConfirmed={() => request.answer(true)} />}
    </Dialog>
  )
}

type ReauthenticationDialogProps = { id: string; onSending: (isSending: boolean) => void; onConfirmed: () => void }

function DialogForm({ id, onSending, onConfirmed }: ReauthenticationDialogProps) {
  const { field, isCodeAsked, submit, failure } = useReauthenticationForm(async (body) => {
    onSending(true)
    await callApi(reauthenticateAdmin, { body }).finally(() => onSending(false))
    onConfirmed()
  })
  return (
    <form id={id} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
      <p>{authText.reauthentication.reason}</p>
      <ReauthenticationFields field={field} isCodeAsked={isCodeAsked} />
      <FormFailureNote failure={failure} />
    </form>
  )
}

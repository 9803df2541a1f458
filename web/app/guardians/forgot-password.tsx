import { studentPasswordRules } from '@baobab/contract/accounts/rules.ts'
import { forgotGuardianPassword, resetGuardianPassword } from '@baobab/contract/guardians/endpoints.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { PasswordRuleList } from '../accounts/password-rule-list.tsx'
import { callApi } from '../api/call-api.ts'
import { deviceField, storeDevice } from '../api/session.ts'
import { CodeField } from '../forms/code-field.tsx'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { type AuthHandle, pageMeta } from '../shell/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/fields.tsx'
import { richText } from '../ui/rich-text.tsx'
import { toast } from '../ui/toast.tsx'
import { AddressField, showUnderAddress, toAddressField, useKnownAddress } from './address.tsx'
import { paths } from '../paths.ts'
import { text } from './text.ts'

export const meta = () => pageMeta(text.forgot.title)

export const handle = { greeting: text.forgot.greeting } satisfies AuthHandle

/** A parent or guardian asks for a code, and chooses a new password with it on the same page. */
export default function ForgotGuardianPassword() {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <div>
      <h1>{text.forgot.title}</h1>
      {sentTo === undefined ? (
        <AskForm onSent={setSentTo} />
      ) : (
        <ResetForm address={sentTo} onOtherAddress={() => setSentTo(undefined)} />
      )}
      <p>
        <Link className="auth__link" to={paths.guardian.logIn}>
          {text.backToLogin}
        </Link>
      </p>
    </div>
  )
}

function AskForm({ onSent }: { onSent: (address: string) => void }) {
  const known = useKnownAddress()
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('./form-schemas.ts')).AddressOnly,
    defaultValues: { address: known.address },
    send: async ({ address }) => {
      await callApi(forgotGuardianPassword, { body: { ...toAddressField(address), ...deviceField() } })
      onSent(address)
    },
    failureMessage: text.forgot.failed,
    onFailure: (error: ApiError): boolean => showUnderAddress(form, error),
  })
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <p>{text.forgot.help}</p>
      <AddressField {...field('address')} />
      <FormFailureNote failure={failure} />
      <Button type="submit" block busyLabel={isSending && text.forgot.busy}>
        {text.forgot.button}
      </Button>
    </form>
  )
}

function ResetForm({ address, onOtherAddress }: { address: string; onOtherAddress: () => void }) {
  const navigate = useNavigate()
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('./form-schemas.ts')).PasswordByCode,
    defaultValues: { address, code: '', newPassword: '' },
    send: async ({ code, newPassword }) => {
      const body = { ...toAddressField(address), code, newPassword, ...deviceField() }
      const { message, device } = await callApi(resetGuardianPassword, { body })
      storeDevice(device, 'guardian')
      toast(message)
      await navigate(paths.guardian.logIn, { replace: true, state: { address } })
    },
    failureMessage: text.forgot.resetFailed,
    needsReply: true,
    onFailure: ({ status, message }: ApiError) => {
      if (status !== 429) return false
      form.setError('code', { message })
      return true
    },
  })
  const newPassword = useWatch({ control: form.control, name: 'newPassword' })
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <p role="status">{richText(text.forgot.sent, { address: <b>{address}</b> })}</p>
      <CodeField label={text.code} hint={text.codeHint} data-first {...field('code')} />
      <PasswordField label={text.newPassword} autoComplete="new-password" {...field('newPassword')} />
      <PasswordRuleList rules={studentPasswordRules} password={newPassword} username="" />
      <FormFailureNote failure={failure} />
      <Button type="submit" block busyLabel={isSending && text.forgot.resetting}>
        {text.forgot.reset}
      </Button>
      <Button kind="line" block onClick={onOtherAddress}>
        {text.forgot.otherAddress}
      </Button>
    </form>
  )
}

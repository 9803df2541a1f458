import { CodeOnly, turnOnSecondFactor } from '@baobab/contract/accounts-admin.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { callApi } from '../../api/call-api.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { QrCode } from './qr-code.tsx'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { useSubmit } from '../../forms/use-submit.ts'

type Props = {
  secret: string
  /** What the QR code says: an otpauth address. */
  uri: string
  onTurnedOn: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** The key as a picture and as text, and the code that proves that the phone has it. */
export function SecondFactorSetup({ secret, uri, onTurnedOn, onCancel }: Props) {
  const form = useForm({
    defaultValues: { code: '' },
    resolver: zodResolver(CodeOnly, undefined, { raw: true }),
  })
  const { submit, refusal, isSending } = useSubmit({
    form,
    fields: ['code'],
    otherwise: commonText.somethingWentWrong,
    send: async (body) => onTurnedOn((await callApi(turnOnSecondFactor, { body })).recoveryCodes),
  })
  return (
    <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
      <p>1. Scan this with an authenticator app on your phone.</p>
      <QrCode text={uri} label="QR code of the key" />
      <p className="small">
        No camera? Type this key into the app:
        <br />
        <code className="key">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <p>2. Enter the 6 digits that the app shows now.</p>
      <CodeField label="Code" data-first {...form.register('code')} error={form.formState.errors.code?.message} />
      <FormFailureNote failure={refusal} />
      <div className="row">
        <Button type="submit" size="sm" busyLabel={isSending && 'Checking...'}>
          Turn on
        </Button>
        <Button kind="line" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

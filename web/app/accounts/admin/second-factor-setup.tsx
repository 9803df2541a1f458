import { turnOnSecondFactor } from '@baobab/contract/accounts/admin.ts'
import { CodeOnly } from '@baobab/contract/accounts/forms.ts'
import { callApi } from '../../api/call-api.ts'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { authText, text } from './text.ts'

type Props = {
  secret: string
  /** The otpauth address that the QR code encodes. */
  uri: string
  onTurnedOn: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Shows the key as a QR code and as text, and asks for a code that proves the app has it. */
export function SecondFactorSetup({ secret, uri, onTurnedOn, onCancel }: Props) {
  const { field, submit, failure, isSending } = useApiForm({
    schema: CodeOnly,
    defaultValues: { code: '' },
    mode: 'onSubmit',
    send: async (body) => onTurnedOn((await callApi(turnOnSecondFactor, { body })).recoveryCodes),
  })
  return (
    <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
      <p>{text.secondFactor.scan}</p>
      <QrCode content={uri} label={text.secondFactor.qrCode} />
      <p className="small">
        {text.secondFactor.typeKey}
        <br />
        <code className="key">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <p>{text.secondFactor.enterCode}</p>
      <CodeField label={authText.code} data-first {...field('code')} />
      <FormFailureNote failure={failure} />
      <FormButtons busyLabel={isSending && authText.checking} cancelLabel={authText.cancel} onCancel={onCancel}>
        {text.secondFactor.turnOn}
      </FormButtons>
    </form>
  )
}

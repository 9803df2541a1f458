import { Button } from '../../ui/button.tsx'
import { ReauthenticationFields, type Again } from './reauthentication-fields.tsx'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { useReauthenticationForm } from './use-reauthentication-form.ts'

type Props = {
  /** Whether the code is asked for from the start. */
  withCode: boolean
  label: string
  busyLabel: string
  isDangerous?: boolean
  send: (again: Again) => Promise<unknown>
  onCancel: () => void
}

/** Password and code before a card does something that a session alone must not. */
export function ReauthenticationForm({ withCode, label, busyLabel, isDangerous = false, send, onCancel }: Props) {
  const { form, isCodeAsked, submit, refusal, isSending } = useReauthenticationForm(send)
  return (
    <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
      <ReauthenticationFields form={form} isCodeAsked={withCode || isCodeAsked} />
      <FormFailureNote failure={refusal} />
      <div className="row">
        <Button type="submit" kind={isDangerous ? 'danger' : 'main'} size="sm" busyLabel={isSending && busyLabel}>
          {label}
        </Button>
        <Button kind="line" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

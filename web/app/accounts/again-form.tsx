import { Button } from '../ui/button.tsx'
import { AgainFields, type Again } from './again-fields.tsx'
import { RefusalNote } from './refusal-note.tsx'
import { useAgainForm } from './use-again-form.ts'

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
export function AgainForm({ withCode, label, busyLabel, isDangerous = false, send, onCancel }: Props) {
  const { form, isCodeAsked, submit, refusal, isSending } = useAgainForm(send)
  return (
    <form className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
      <AgainFields form={form} isCodeAsked={withCode || isCodeAsked} />
      <RefusalNote refusal={refusal} />
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

import { useId, type ReactNode, type SyntheticEvent } from 'react'
import { FormFailureNote, type FormFailure } from '../../forms/form-failure.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type Props = {
  title: string
  confirmLabel: string
  busyLabel: string
  form: {
    submit: (event?: SyntheticEvent<HTMLFormElement>) => Promise<void>
    failure: FormFailure | undefined
    isSending: boolean
  }
  onClose: () => void
  children: ReactNode
}

/** An open dialog with a form, which keeps what was typed until it is sent or canceled. */
export function FormDialog({ title, confirmLabel, busyLabel, form, onClose, children }: Props) {
  const formId = useId()
  const { submit, failure, isSending } = form
  return (
    <Dialog
      isOpen
      title={title}
      confirmLabel={confirmLabel}
      busyLabel={isSending && busyLabel}
      formId={formId}
      onCancel={onClose}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        {children}
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}

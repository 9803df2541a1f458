import { ReasonForm } from '@baobab/contract/students/endpoints.ts'
import { useId } from 'react'
import { flushSync } from 'react-dom'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './text.ts'

type Props = {
  isOpen: boolean
  title: string
  /** Describes what will happen. */
  effect: string
  confirmLabel: string
  busyLabel: string
  isDangerous?: boolean
  hint?: string
  send: (reason: string) => Promise<{ message: string }>
  onClose: () => void
  /** Called after the action, to move the focus: the button that opened the dialog may have disappeared. */
  onDone: () => void
}

/** Says what will happen and asks for the reason. Keeps the typed reason until the action succeeds or is cancelled. */
export function ReasonDialog(props: Props) {
  const { isOpen, title, effect, confirmLabel, busyLabel, isDangerous = false, send, onClose, onDone } = props
  const { hint = text.reasonHint } = props
  const formId = useId()
  const { form, field, submit, failure, clearFailure, isSending } = useApiForm({
    schema: ReasonForm,
    defaultValues: { reason: '' },
    send: async ({ reason }) => {
      toast((await send(reason)).message)
      flushSync(close)
      onDone()
    },
  })

  function close() {
    clearFailure()
    form.reset()
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      confirmLabel={confirmLabel}
      busyLabel={isSending && busyLabel}
      isDangerous={isDangerous}
      formId={formId}
      onCancel={close}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{effect}</p>
        <TextArea label={text.reason} hint={hint} rows={3} maxLength={500} data-first {...field('reason')} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}

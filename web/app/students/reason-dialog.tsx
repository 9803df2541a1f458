import { ReasonForm } from '@baobab/contract/students.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { showFieldErrors, errorMessage } from '../api/error-message.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Note } from '../ui/note.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'

type Props = {
  isOpen: boolean
  title: string
  /** What will happen. */
  effect: string
  confirmLabel: string
  busyLabel: string
  isDangerous?: boolean
  send: (reason: string) => Promise<{ message: string }>
  onClose: () => void
  /** The button that opened the dialog may be gone: the focus needs another place. */
  onDone: () => void
}

/** Says what will happen, and asks why. What was typed stays until it is done or given up. */
export function ReasonDialog(props: Props) {
  const { isOpen, title, effect, confirmLabel, busyLabel, isDangerous = false, send, onClose, onDone } = props
  const formId = useId()
  const [failure, setFailure] = useState<string>()
  const form = useForm({ defaultValues: { reason: '' }, mode: 'onTouched', resolver: zodResolver(ReasonForm) })
  const { isSubmitting, errors } = form.formState

  function close() {
    setFailure(undefined)
    form.reset()
    onClose()
  }

  const submit = form.handleSubmit(async ({ reason }) => {
    setFailure(undefined)
    try {
      toast((await send(reason)).message)
      flushSync(close)
      onDone()
    } catch (error) {
      if (!showFieldErrors(error, ['reason'], form.setError)) setFailure(errorMessage(error))
    }
  })

  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      confirmLabel={confirmLabel}
      busyLabel={isSubmitting && busyLabel}
      isDangerous={isDangerous}
      formId={formId}
      onCancel={close}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{effect}</p>
        <TextArea
          label="Reason"
          hint="It is kept with your name."
          rows={3}
          maxLength={500}
          data-first
          error={errors.reason?.message}
          {...form.register('reason')}
        />
        {failure && (
          <Note kind="bad" role="alert">
            {failure}
          </Note>
        )}
      </form>
    </Dialog>
  )
}

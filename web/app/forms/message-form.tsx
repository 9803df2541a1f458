import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { TextArea } from '../ui/fields.tsx'
import { Note } from '../ui/note.tsx'
import { useOnline } from '../ui/online.tsx'
import { toast } from '../ui/toast.tsx'
import { FormButtons } from './form-buttons.tsx'
import { FormFailureNote } from './form-failure.tsx'
import { formsText } from './text.ts'
import { useApiForm } from './use-api-form.ts'

type Message = { text: string }

type Props = {
  schema: z.core.$ZodType<Message, Message>
  /** The question above the field. */
  label: string
  maxLength: number
  /** The id of the heading that names the form. */
  labelledBy: string
  /** Shown if the server sent no message for the user. */
  failureMessage: string
  /** Sends the message, and returns the reply to show. */
  send: (body: Message) => Promise<{ message: string }>
  /** Called after a refusal, which may mean that something has changed in the meantime. */
  onRefused: () => void
  /** Called after the message is sent, and on cancel. */
  onClose: () => void
}

/** Sends admins a message in the student's own words. It cannot be sent later, so it needs a network. */
export function MessageForm({ schema, label, maxLength, labelledBy, failureMessage, send, onRefused, onClose }: Props) {
  const isOnline = useOnline()
  const { form, field, submit, failure, isSending } = useApiForm({
    schema,
    mode: 'onSubmit',
    defaultValues: { text: '' },
    failureMessage,
    async send(body) {
      toast((await send(body)).message)
      onClose()
    },
    onFailure() {
      onRefused()
      return false
    },
  })
  const { setFocus } = form
  useEffect(() => setFocus('text'), [setFocus])
  return (
    <form className="stack" noValidate aria-labelledby={labelledBy} onSubmit={(event) => void submit(event)}>
      <TextArea label={label} rows={4} maxLength={maxLength} {...field('text')} />
      {!isOnline && (
        <Note kind="warn" icon="wifi-slash">
          {formsText.offline}
        </Note>
      )}
      <FormFailureNote failure={failure} />
      <FormButtons
        size="md"
        disabled={!isOnline}
        busyLabel={isSending && formsText.sending}
        cancelLabel={formsText.cancel}
        onCancel={onClose}
      >
        {formsText.send}
      </FormButtons>
    </form>
  )
}

import { formatNaira } from '@baobab/contract/naira.ts'
import { noteRefund } from '@baobab/contract/payments-admin.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { parseNaira } from '../../forms/parse-naira.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { refundFormSchema, type RefundLimits } from './refund-form.ts'
import { paymentChanges } from './use-payment.ts'

type Props = {
  isOpen: boolean
  reference: string
  /** Null where the account was deleted. */
  username: string | null
  refund: RefundLimits
  onClose: () => void
  /** The button that opened the dialog may be gone: the focus needs another place. */
  onDone: () => void
}

/** Says what a refund means, and asks how much and why. What was typed stays until it is done or given up. */
export function RefundDialog({ isOpen, reference, username, refund, onClose, onDone }: Props) {
  const { leftKobo, isWhole } = refund
  const formId = useId()
  // One key for one refund, however often it is sent.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const send = useApiMutation(noteRefund, { changes: paymentChanges })
  const form = useForm({
    values: { naira: String(leftKobo / 100), note: '' },
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
    resolver: zodResolver(refundFormSchema(refund)),
  })
  const { isSubmitting, errors } = form.formState

  function close() {
    send.reset()
    form.reset()
    onClose()
  }

  const submit = form.handleSubmit(async ({ naira, note }) => {
    const amountKobo = isWhole ? leftKobo : parseNaira(naira)
    try {
      toast((await send.mutateAsync({ params: { reference }, body: { key, amountKobo, note } })).message)
      setKey(crypto.randomUUID())
      flushSync(close)
      onDone()
    } catch {
      // The dialog says it.
    }
  })

  return (
    <Dialog
      isOpen={isOpen}
      title="Note a refund?"
      confirmLabel="Note the refund"
      busyLabel={isSubmitting && 'Noting...'}
      isDangerous
      formId={formId}
      onCancel={close}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>
          This moves no money. Once all of it is given back,{' '}
          {username === null
            ? 'the payment opens nothing any more'
            : `${username} loses access if nothing else was paid`}
          , and it cannot be undone.
        </p>
        <p>
          A refund made in the dashboard of the payment service is written down by itself, often within minutes. One
          that is told and noted counts once: what counts is the more of what was told and what was noted, each in all.
        </p>
        {isWhole ? (
          <p>{`All that came is given back: ${formatNaira(leftKobo)}.`}</p>
        ) : (
          <TextField
            label="Amount in naira"
            hint={`${formatNaira(leftKobo)} is left of this payment.`}
            inputMode="decimal"
            autoComplete="off"
            error={errors.naira?.message}
            {...form.register('naira')}
          />
        )}
        <TextArea
          label="Note"
          hint="How it was given back, and why. It is kept with your name as long as the account is there, so name nobody."
          rows={3}
          maxLength={500}
          data-first
          error={errors.note?.message}
          {...form.register('note')}
        />
        {send.error && (
          <Note kind="bad" role="alert">
            {errorMessage(send.error)}
          </Note>
        )}
      </form>
    </Dialog>
  )
}

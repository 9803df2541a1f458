import type { PaymentHistory } from '@baobab/contract/payments/admin.ts'
import { AskRefundForm, askRefund, refundReasons, type RefundReason } from '@baobab/contract/payments/refunds.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { parseNaira } from '../../forms/parse-naira.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { paymentChanges } from './payment-changes.ts'
import { reasonLabels, text } from './refund-text.ts'

type Askable = NonNullable<PaymentHistory['askable']>
type Props = Pick<PaymentHistory, 'payment' | 'student' | 'accessAfterRefund'> & {
  askable: Askable
  onClose: () => void
  /** Called to move the focus, because the button that opened the dialog may have disappeared. */
  onDone: () => void
}

const reasonOptions = refundReasons.map((value) => ({ value, label: reasonLabels[value] }))

/** Returns the likeliest reason for a refund. */
function guessReason({ attention }: PaymentHistory['payment']): RefundReason {
  if (attention === 'refund-due') return 'paid-twice'
  return attention === 'mismatch' ? 'wrong-amount' : 'payer-asked'
}

/** Says what a refund costs the student, asks for the amount and the reason, and asks the provider for the refund. */
export function RefundDialog({ payment, student, accessAfterRefund, askable, onClose, onDone }: Props) {
  const { leftKobo, isWhole } = askable
  const formId = useId()
  // One key per refund, so that a repeated request asks for one refund.
  const [key] = useState(() => crypto.randomUUID())
  const { mutateAsync } = useApiMutation(askRefund, { changes: paymentChanges })
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: askFormSchema(askable),
    values: { naira: String(leftKobo / 100), reason: guessReason(payment), note: '' },
    send: async ({ naira, reason, note }) => {
      const amountKobo = isWhole ? leftKobo : parseNaira(naira)
      const body = { key, amountKobo, reason, note }
      const { message, state } = await mutateAsync({ params: { reference: payment.reference }, body })
      toast(message, state === 'asked' || state === 'failed' ? { kind: 'warn' } : {})
      flushSync(onClose)
      onDone()
    },
  })
  const typed = parseNaira(useWatch({ control: form.control, name: 'naira' }) ?? '')

  return (
    <Dialog
      isOpen
      title={text.refundTitle}
      confirmLabel={text.confirm}
      busyLabel={isSending && text.refunding}
      isDangerous
      formId={formId}
      onCancel={onClose}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        {isWhole ? (
          <p>{text.amountWhole(formatNaira(leftKobo))}</p>
        ) : (
          <TextField
            label={text.amount}
            hint={text.amountHint(formatNaira(leftKobo))}
            inputMode="decimal"
            autoComplete="off"
            {...field('naira')}
          />
        )}
        <Select label={text.reason} options={reasonOptions} {...field('reason')} />
        <TextArea label={text.note} hint={text.noteHint} rows={2} maxLength={500} {...field('note')} />
        <Effects
          payment={payment}
          student={student}
          accessAfterRefund={accessAfterRefund}
          isAll={isWhole || !(typed < leftKobo)}
        />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}

type EffectsProps = Pick<Props, 'payment' | 'student' | 'accessAfterRefund'> & { isAll: boolean }

/** Lists what the student will lose, and says what they will be told. */
function Effects({ payment, student, accessAfterRefund, isAll }: EffectsProps) {
  return (
    <ul className="stack stack-2 refundfx" aria-live="polite">
      {student !== null &&
        listEffects({ ...payment, accessAfterRefund }, student.username, isAll).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      <li>{text.noUndo}</li>
    </ul>
  )
}

/** Returns sentences about what a refund of all that is left, or of a part, means for the student. */
export function listEffects(
  {
    confirmedAt,
    accessAfterRefund,
  }: Pick<PaymentHistory['payment'], 'confirmedAt'> & Pick<PaymentHistory, 'accessAfterRefund'>,
  username: string,
  isAll: boolean,
): string[] {
  if (!isAll) return [text.keepsAccess(username), text.readsNothing]
  const access = { kept: text.keepsAccess(username), lost: text.losesAccess(username), none: text.givesNone }
  const isKept = accessAfterRefund === 'kept'
  const { title } = isKept ? paymentsText.surplusRefundNotification : paymentsText.refundNotification
  // The payer gets an email only if the payment was confirmed.
  return [access[accessAfterRefund], confirmedAt === null ? text.readsInApp(title) : text.reads(title)]
}

/** Returns the schema of the form, where the amount is typed in naira. A full refund needs no amount. */
export function askFormSchema({ leftKobo, isWhole }: Askable) {
  const { reason, note } = AskRefundForm.shape
  return z
    .object({
      naira: z.string().check(
        z.refine(
          (typed) => {
            const kobo = parseNaira(typed)
            return isWhole || (kobo >= 1 && kobo <= leftKobo)
          },
          text.amountInvalid(formatNaira(leftKobo)),
        ),
      ),
      reason,
      note,
    })
    .check(
      z.refine((values) => values.reason !== 'other' || values.note.length >= 5, {
        error: 'Say why in a few words',
        path: ['note'],
      }),
    )
}

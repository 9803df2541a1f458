import { noteRefund, recheckPayment, type PaymentHistory, RefundForm } from '@baobab/contract/payments/admin.ts'
import { isBeingMade, isMadeTwice, settleRefund, type AskedRefund } from '@baobab/contract/payments/refunds.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { parseNaira } from '../../forms/parse-naira.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useOnDemand } from '../../shell/use-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { paymentChanges } from './payment-changes.ts'
import { text as refundText } from './refund-text.ts'
import { text } from './text.ts'

const loadBankAccountDialog = async () => (await import('./bank-account-dialog.tsx')).BankAccountDialog
const loadRefundDialog = async () => (await import('./refund-dialog.tsx')).RefundDialog

/** What an admin can do about a payment. */
export function PaymentActions(history: PaymentHistory) {
  const { payment, student, refund, refunds, accessAfterRefund } = history
  const [isNoting, setNoting] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = () => heading.current?.focus()
  const isUnderWay = refunds.some(({ state }) => state !== 'failed' && state !== 'processed')
  const stuck = refunds.find(({ state }) => state === 'needs-attention')
  return (
    <Card className="stack stack-3" aria-labelledby="actions">
      <h2 className="card__h" id="actions" ref={heading} tabIndex={-1}>
        {text.whatYouCanDo}
      </h2>
      {stuck ? (
        <GiveAccount payment={payment} refund={stuck} onDone={focusHeading} />
      ) : (
        <AskRefund {...history} isUnderWay={isUnderWay} onDone={focusHeading} />
      )}
      {(payment.isOpen || isUnderWay) && <Recheck reference={payment.reference} />}
      {refund && !refunds.some(({ state }) => isBeingMade(state)) && (
        <>
          <Button kind="quiet" size="sm" onClick={() => setNoting(true)}>
            {stuck ? refundText.recordInstead : refundText.recordElsewhere}
          </Button>
          <RecordDialog
            isOpen={isNoting}
            reference={payment.reference}
            username={student?.username ?? null}
            accessAfterRefund={accessAfterRefund}
            endsStuck={stuck !== undefined}
            limits={refund}
            onClose={() => setNoting(false)}
            onDone={focusHeading}
          />
        </>
      )}
      <Settle payment={payment} refunds={refunds} />
      {!payment.isOpen && refund === null && !isUnderWay && payment.attention === null && (
        <p className="muted">{text.nothingToDo}</p>
      )}
    </Card>
  )
}

type GiveProps = Pick<PaymentHistory, 'payment'> & { refund: AskedRefund; onDone: () => void }

/** Opens the form of the payer's bank account, for a refund that needs one, or says why none can be given now. */
function GiveAccount({ payment: { state, reference }, ...props }: GiveProps) {
  const { Loaded: BankAccountDialog, open, close, busyLabel } = useOnDemand(loadBankAccountDialog)
  if (state === 'disputed') return <p className="muted">{refundText.disputed}</p>
  if (state === 'refunded') return null
  return (
    <>
      <Button busyLabel={busyLabel} onClick={() => void open()}>
        {refundText.giveAccount}
      </Button>
      {BankAccountDialog && <BankAccountDialog {...props} reference={reference} onClose={close} />}
    </>
  )
}

/**
 * Lets an admin say that nothing more has to be done about a refund that failed or was made twice, and undo that, or about one that
 * needs bank details although all of the payment has gone back.
 */
function Settle({ payment: { reference, state, attention }, refunds }: Pick<PaymentHistory, 'payment' | 'refunds'>) {
  const { mutate, isPending } = useApiMutation(settleRefund, { changes: paymentChanges })
  const [latest] = refunds
  const twice = refunds.filter(isMadeTwice)
  const isFailed = latest?.state === 'failed' && !latest.isReplaced
  const stuck = state === 'refunded' ? refunds.find((refund) => refund.state === 'needs-attention') : undefined
  const refund = twice.find(({ isSettled }) => !isSettled) ?? stuck ?? (isFailed ? latest : twice[0])
  if (!refund || !(refund === stuck || refund.isSettled || attention === 'refund-unclear')) return null
  const { _id: refundId, isSettled } = refund
  const submit = () =>
    mutate(
      { params: { reference, refundId }, body: { isSettled: !isSettled } },
      { onSuccess: ({ message }) => toast(message), onError: (error) => toast(errorMessage(error), { kind: 'bad' }) },
    )
  return (
    <div className="stack stack-2">
      {isSettled && <p>{refundText.settled}</p>}
      <div>
        <Button kind="line" size="sm" busyLabel={isPending && refundText.settling} onClick={submit}>
          {isSettled ? refundText.unsettle : refundText.settle}
        </Button>
      </div>
      {!isSettled && (
        <p className="small muted">{refund === stuck ? refundText.settleEndsStuck : refundText.settleHelp}</p>
      )}
    </div>
  )
}

type AskProps = Pick<PaymentHistory, 'payment' | 'student' | 'askable' | 'accessAfterRefund'> & {
  isUnderWay: boolean
  onDone: () => void
}

/** Opens the refund dialog, or says why no refund can be requested now. */
function AskRefund({ payment, student, askable, accessAfterRefund, isUnderWay, onDone }: AskProps) {
  const { Loaded: RefundDialog, open, close, busyLabel } = useOnDemand(loadRefundDialog)
  if (isUnderWay) return <p className="muted">{refundText.underWay}</p>
  if (payment.state === 'disputed') return <p className="muted">{refundText.disputed}</p>
  if (!askable) return null
  return (
    <>
      <Button busyLabel={busyLabel} onClick={() => void open()}>
        <Icon name="arrow-counter-clockwise" />
        {refundText.refund}
      </Button>
      {RefundDialog && (
        <RefundDialog
          payment={payment}
          student={student}
          accessAfterRefund={accessAfterRefund}
          askable={askable}
          onClose={close}
          onDone={onDone}
        />
      )}
    </>
  )
}

function Recheck({ reference }: { reference: string }) {
  const recheck = useApiMutation(recheckPayment, { changes: paymentChanges })
  const submit = () =>
    recheck.mutate(
      { params: { reference } },
      {
        onSuccess: ({ message, isFresh }) => {
          if (isFresh) toast(message)
        },
      },
    )
  return (
    <>
      <Button kind="line" busyLabel={recheck.isPending && text.checking} onClick={submit}>
        {text.checkNow}
      </Button>
      {recheck.data?.isFresh === false && (
        <Note kind="warn" role="status">
          {recheck.data.message}
        </Note>
      )}
      {recheck.error && (
        <Note kind="bad" role="alert">
          {errorMessage(recheck.error)}
        </Note>
      )}
    </>
  )
}

type DialogProps = {
  isOpen: boolean
  reference: string
  /** Null if the account was deleted. */
  username: string | null
  accessAfterRefund: PaymentHistory['accessAfterRefund']
  /** Whether it ends a refund that waits for a bank account. */
  endsStuck: boolean
  limits: RefundLimits
  onClose: () => void
  /** Called to move the focus, because the button that opened the dialog may have disappeared. */
  onDone: () => void
}

/** Explains what recording a refund means, and asks for the amount and a note. */
function RecordDialog(props: DialogProps) {
  const { isOpen, reference, username, accessAfterRefund, endsStuck, limits, onClose, onDone } = props
  const { leftKobo, isWhole } = limits
  const formId = useId()
  // One key per refund, so that a repeated request is recorded only once.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { mutateAsync } = useApiMutation(noteRefund, { changes: paymentChanges })
  const { form, field, submit, failure, clearFailure, isSending } = useApiForm({
    schema: refundFormSchema(limits),
    values: { naira: String(leftKobo / 100), note: '' },
    send: async ({ naira, note }) => {
      const amountKobo = isWhole ? leftKobo : parseNaira(naira)
      const { message } = await mutateAsync({ params: { reference }, body: { key, amountKobo, note } })
      toast(message)
      setKey(crypto.randomUUID())
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
      title={text.recordRefundTitle}
      confirmLabel={text.recordRefundConfirm}
      busyLabel={isSending && text.recording}
      isDangerous
      formId={formId}
      onCancel={close}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>
          {text.refundMovesNothing}{' '}
          {username === null ? text.refundOfDeleted : text.refundEffect[accessAfterRefund](username)}
        </p>
        <p>{endsStuck ? refundText.recordEndsStuck : text.refundHelp}</p>
        {isWhole ? (
          <p>{text.refundWhole(formatNaira(leftKobo))}</p>
        ) : (
          <TextField
            label={text.amountInNaira}
            hint={text.amountLeft(formatNaira(leftKobo))}
            inputMode="decimal"
            autoComplete="off"
            {...field('naira')}
          />
        )}
        <TextArea label={text.note} hint={text.noteHint} rows={3} maxLength={500} data-first {...field('note')} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}

type RefundLimits = NonNullable<PaymentHistory['refund']>

/** Returns the schema of the refund form, where the amount is typed in naira. A full refund needs no amount. */
export function refundFormSchema({ mostKobo, isWhole }: RefundLimits) {
  return z.object({
    naira: z.string().check(
      z.refine(
        (typed) => {
          const kobo = parseNaira(typed)
          return isWhole || (kobo >= 1 && kobo <= mostKobo)
        },
        text.amountInvalid(formatNaira(mostKobo)),
      ),
    ),
    note: RefundForm.shape.note,
  })
}

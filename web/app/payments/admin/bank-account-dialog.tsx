import type { PaymentHistory } from '@baobab/contract/payments/admin.ts'
import {
  BankAccountForm,
  giveBankAccount,
  listRefundBanks,
  type AskedRefund,
} from '@baobab/contract/payments/refunds.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { paymentChanges } from './payment-changes.ts'
import { text } from './refund-text.ts'

type Props = Pick<PaymentHistory['payment'], 'reference'> & {
  refund: AskedRefund
  onClose: () => void
  /** Called to move the focus, because the button that opened the dialog may have disappeared. */
  onDone: () => void
}

/** Asks for the payer's bank account, and gives it to the provider. */
export function BankAccountDialog({ reference, refund, onClose, onDone }: Props) {
  const formId = useId()
  const [isRefused, setRefused] = useState(false)
  const banks = useQuery(apiQuery(listRefundBanks, {}))
  const { mutateAsync } = useApiMutation(giveBankAccount, { changes: paymentChanges })
  const { field, submit, failure, isSending } = useApiForm({
    schema: BankAccountForm,
    defaultValues: { bankId: '', accountNumber: '' },
    send: async (body) => {
      setRefused(false)
      const { message, state } = await mutateAsync({ params: { reference, refundId: refund._id }, body })
      if (state === 'needs-attention') return setRefused(true)
      toast(message, state === 'asked' || state === 'failed' ? { kind: 'warn' } : {})
      flushSync(onClose)
      onDone()
    },
  })
  return (
    <Dialog
      isOpen
      title={text.accountTitle}
      confirmLabel={text.accountConfirm}
      busyLabel={isSending && text.accountSending}
      isDangerous
      formId={formId}
      onCancel={onClose}
    >
      <form
        id={formId}
        className="stack stack-3"
        noValidate
        autoComplete="off"
        onSubmit={(event) => void submit(event)}
      >
        <p>{text.accountIntro(formatNaira(refund.amountKobo))}</p>
        <QueryView
          query={banks}
          failed={text.banksFailed}
          help={errorMessage(banks.error)}
          loading={
            <Loading text={text.banksLoading}>
              <Skeleton />
            </Loading>
          }
        >
          {(reply) => (
            <Select
              label={text.bank}
              placeholder={text.chooseBank}
              options={reply.banks.map(({ id, name }) => ({ value: id, label: name }))}
              {...field('bankId')}
            />
          )}
        </QueryView>
        {/* Without a maximum length, which would cut a number with a digit too many to another person's account. */}
        <TextField
          label={text.accountNumber}
          hint={text.accountNumberHint}
          inputMode="numeric"
          autoComplete="off"
          {...field('accountNumber')}
        />
        <p className="small muted">{text.accountNotStored}</p>
        {isRefused && (
          <Note kind="bad" role="alert">
            {paymentsText.refundAccountRefused}
          </Note>
        )}
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}

import type { PaymentHistory } from '@baobab/contract/payments/admin.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  BankAccountForm,
  findAccountHolder,
  giveBankAccount,
  listRefundBanks,
  type AskedRefund,
} from '@baobab/contract/payments/refunds.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { paymentChanges } from './payment-changes.ts'
import { text } from './refund-text.ts'

type Account = z.output<typeof BankAccountForm>
type Found = ReplyOf<typeof findAccountHolder>
type Props = Pick<PaymentHistory['payment'], 'reference'> & {
  refund: AskedRefund
  onClose: () => void
  /** Called to move the focus, because the button that opened the dialog may have disappeared. */
  onDone: () => void
}

/** Asks for the payer's bank account, shows its holder, and gives it to the provider. */
export function BankAccountDialog(props: Props) {
  const [account, setAccount] = useState<Account>({ bankId: '', accountNumber: '' })
  const [found, setFound] = useState<Found | null>(null)
  const [isRefused, setRefused] = useState(false)
  const goBack = (isRefused: boolean) => {
    setFound(null)
    setRefused(isRefused)
  }
  if (found)
    return (
      <ConfirmAccount
        {...props}
        account={account}
        found={found}
        onBack={() => goBack(false)}
        onRefused={() => goBack(true)}
      />
    )
  return (
    <EnterAccount
      {...props}
      account={account}
      isRefused={isRefused}
      onFound={(account, found) => {
        setAccount(account)
        setFound(found)
      }}
    />
  )
}

type EnterProps = Pick<Props, 'refund' | 'onClose'> & {
  account: Account
  isRefused: boolean
  onFound: (account: Account, found: Found) => void
}

/** Asks for the account, and asks the provider whose it is. */
function EnterAccount({ refund, account, isRefused, onClose, onFound }: EnterProps) {
  const formId = useId()
  const banks = useQuery(apiQuery(listRefundBanks, {}))
  const { mutateAsync } = useApiMutation(findAccountHolder)
  const { field, submit, failure, isSending } = useApiForm({
    schema: BankAccountForm,
    defaultValues: account,
    send: async (body) => onFound(body, await mutateAsync({ body })),
  })
  return (
    <Dialog
      isOpen
      title={text.accountTitle}
      confirmLabel={text.accountCheck}
      busyLabel={isSending && text.accountChecking}
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

type ConfirmProps = Props & { account: Account; found: Found; onBack: () => void; onRefused: () => void }

/** Shows the account's holder, and sends the account. If the provider did not name one, the admin has to check the account. */
function ConfirmAccount({ reference, refund, account, found, onBack, onRefused, onClose, onDone }: ConfirmProps) {
  const formId = useId()
  const { mutateAsync } = useApiMutation(giveBankAccount, { changes: paymentChanges })
  const isNamed = found.holder !== null
  const { field, submit, failure, isSending } = useApiForm({
    schema: z.object({ isChecked: z.boolean().check(z.refine((isChecked) => isChecked, text.accountCheckFirst)) }),
    defaultValues: { isChecked: isNamed },
    send: async () => {
      const { message, state } = await mutateAsync({ params: { reference, refundId: refund._id }, body: account })
      if (state === 'needs-attention') return onRefused()
      toast(message, state === 'asked' || state === 'failed' ? { kind: 'warn' } : {})
      flushSync(onClose)
      onDone()
    },
  })
  return (
    <Dialog
      isOpen
      title={text.accountConfirmTitle}
      confirmLabel={text.accountConfirm}
      cancelLabel={text.accountBack}
      busyLabel={isSending && text.accountSending}
      isDangerous
      formId={formId}
      onCancel={onBack}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        {isNamed ? <p>{found.message}</p> : <Note kind="warn">{found.message}</Note>}
        {!isNamed && <Checkbox label={text.accountChecked(account.accountNumber)} {...field('isChecked')} />}
        <p className="small muted">
          {text.accountNotStored} {text.noUndo}
        </p>
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}

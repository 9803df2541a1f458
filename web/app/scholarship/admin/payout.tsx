// A winner's prize in the details of its month: whom to call, and the record of the payout.
import { PayoutForm } from '@baobab/contract/scholarship/forms.ts'
import { listPrizes, recordPayout, type AdminPrize } from '@baobab/contract/scholarship/prize.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { useId, useState } from 'react'
import { useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { formatDateTime, formatDay } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import type { NextStep } from './next-step.ts'
import { Lines, PrizeClaim } from './prize-claim.tsx'
import { text } from './text.ts'

type Props = { prize: AdminPrize; next: NextStep['kind'] }

/** The claim and the payout. The button of the next step is at the top of the page, so it is not repeated here. */
export function Prize({ prize, next }: Props) {
  const { state, claimBy, claim, agreement, payout } = prize
  const isWaiting = state === 'unclaimed' || (state === 'claimed' && agreement === 'missing')
  return (
    <>
      {isWaiting && <p className="muted">{text.claimBy(formatDateTime(new Date(claimBy)))}</p>}
      {claim ? <PrizeClaim prize={prize} claim={claim} next={next} /> : <p>{text.notClaimed}</p>}
      {payout && <Payout payout={payout} />}
      {(state === 'confirmed' || state === 'paid') && next !== 'pay' && (
        <div>
          <PayoutButton prize={prize} />
        </div>
      )}
    </>
  )
}

export function PayoutButton({ prize }: { prize: AdminPrize }) {
  const [isRecording, setIsRecording] = useState(false)
  return (
    <IfAllowed who={recordPayout.who}>
      <Button kind={prize.payout ? 'line' : 'main'} size="sm" onClick={() => setIsRecording(true)}>
        {prize.payout ? text.changePayout : text.recordPayout}
      </Button>
      <PayoutDialog prize={prize} isOpen={isRecording} onClose={() => setIsRecording(false)} />
    </IfAllowed>
  )
}

function Payout({ payout }: { payout: NonNullable<AdminPrize['payout']> }) {
  const { paidOn, receipt, recordedBy, recordedAt } = payout
  return (
    <>
      <Lines
        lines={[
          [text.paidOn, formatDay(new Date(paidOn))],
          [text.receipt, receipt],
        ]}
      />
      <p className="muted small">{text.recordedBy({ name: recordedBy, time: formatDateTime(new Date(recordedAt)) })}</p>
    </>
  )
}

type DialogProps = { prize: AdminPrize; isOpen: boolean; onClose: () => void }

function PayoutDialog({ prize: { month, payout }, isOpen, onClose }: DialogProps) {
  const recording = useApiMutation(recordPayout, { changes: [listPrizes] })
  const formId = useId()
  const { form, field, submit, failure, clearFailure, isSending } = useApiForm({
    schema: PayoutForm,
    values: { paidOn: payout?.paidOn ?? '', receipt: payout?.receipt ?? '' },
    send: async (body) => {
      toast((await recording.mutateAsync({ params: { month }, body })).message)
      onClose()
    },
  })
  const cancel = () => {
    clearFailure()
    form.reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      title={text.recordPayoutTitle(monthName(month))}
      confirmLabel={text.recordPayout}
      busyLabel={isSending && text.recording}
      formId={formId}
      onCancel={cancel}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <p>{text.recordPayoutHelp}</p>
        <TextField label={text.paidOn} type="date" data-first {...field('paidOn')} />
        <TextField label={text.receipt} hint={text.receiptHint} autoComplete="off" {...field('receipt')} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}

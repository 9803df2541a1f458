// The prizes of all draws: whom to call, and the record of each payout.
import { PayoutForm } from '@baobab/contract/scholarship/forms.ts'
import { listPrizes, recordPayout, type AdminPrize } from '@baobab/contract/scholarship/prize.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { TextField } from '../../ui/fields.tsx'
import { formatDateTime, formatDay } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { prizeStateLabels } from '../prize-text.ts'
import { Lines, PrizeClaim } from './prize-claim.tsx'
import { text } from './text.ts'

export function Prizes() {
  const prizes = useQuery(apiQuery(listPrizes, {}))
  return (
    <section className="stack" aria-labelledby="prizes">
      <h2 className="h-20" id="prizes">
        {text.prizes}
      </h2>
      <QueryView
        query={prizes}
        failed={text.prizesFailed}
        heading="h3"
        loading={
          <Loading text={text.prizesLoading}>
            <RowsSkeleton rows={2} />
          </Loading>
        }
      >
        {(list) =>
          list.length === 0 ? (
            <Empty title={text.noPrizes} help={text.noPrizesHelp} heading="h3" scene="trophy" />
          ) : (
            <>
              <p className="muted">{text.prizesHelp}</p>
              {list.map((prize) => (
                <Prize key={prize.month} prize={prize} />
              ))}
            </>
          )
        }
      </QueryView>
    </section>
  )
}

function Prize({ prize }: { prize: AdminPrize }) {
  const { month, state, index, username, claimBy, claim, agreement, payout } = prize
  const isWaiting = state === 'unclaimed' || (state === 'claimed' && agreement === 'missing')
  const [isRecording, setIsRecording] = useState(false)
  const id = `prize-${month}`
  return (
    <Card as="article" className="stack" aria-labelledby={id}>
      <div className="row">
        <h3 className="grow" id={id}>
          {monthName(month)}
        </h3>
        <Chip kind={state === 'unclaimed' ? 'info' : 'ok'}>{prizeStateLabels[state]}</Chip>
      </div>
      <p>{text.winner({ username: username ?? text.erased, index })}</p>
      {isWaiting && <p className="muted">{text.claimBy(formatDateTime(new Date(claimBy)))}</p>}
      {claim ? <PrizeClaim prize={prize} claim={claim} /> : <p>{text.notClaimed}</p>}
      {payout && <Payout payout={payout} />}
      {(state === 'confirmed' || state === 'paid') && (
        <IfAllowed who={recordPayout.who}>
          <div>
            <Button kind={payout ? 'line' : 'main'} size="sm" onClick={() => setIsRecording(true)}>
              {payout ? text.changePayout : text.recordPayout}
            </Button>
          </div>
          <PayoutDialog prize={prize} isOpen={isRecording} onClose={() => setIsRecording(false)} />
        </IfAllowed>
      )}
    </Card>
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

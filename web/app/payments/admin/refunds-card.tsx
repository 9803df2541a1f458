import { isMadeTwice, type AskedRefund, type RefundState } from '@baobab/contract/payments/refunds.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import type { ComponentProps } from 'react'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { Reference } from '../../ui/reference.tsx'
import { describeRefundState, labelRefundEvent, reasonLabels, refundStateLabels, text } from './refund-text.ts'

const chips: Record<RefundState, Pick<ComponentProps<typeof Chip>, 'kind' | 'icon'>> = {
  asked: { kind: 'warn', icon: 'question' },
  pending: { kind: 'info', icon: 'timer' },
  processing: { kind: 'info', icon: 'timer' },
  'needs-attention': { kind: 'bad', icon: 'warning-circle' },
  failed: { kind: 'bad', icon: 'x-circle' },
  processed: { kind: 'ok', icon: 'check-circle' },
}

const noteKinds: Partial<Record<RefundState, 'bad' | 'warn'>> = {
  asked: 'warn',
  'needs-attention': 'bad',
  failed: 'bad',
}

/** The refunds that the provider was asked for, newest first; nothing if there are none. */
export function RefundsCard({ refunds, isRefunded }: { refunds: readonly AskedRefund[]; isRefunded: boolean }) {
  if (refunds.length === 0) return null
  return (
    <Card className="stack" aria-labelledby="refunds">
      <h2 className="card__h" id="refunds">
        {text.refunds}
      </h2>
      <ul className="stack">
        {refunds.map((refund, at) => (
          <Refund key={refund._id} refund={refund} isRefunded={isRefunded} isLatest={at === 0} />
        ))}
      </ul>
    </Card>
  )
}

type RefundProps = { refund: AskedRefund; isRefunded: boolean; isLatest: boolean }

function Refund({ refund, isRefunded, isLatest }: RefundProps) {
  const { number, state, amountKobo, reason, note, providerId, isReplaced, isSettled, events } = refund
  // An earlier refund that failed needs no further action.
  const kind = isMadeTwice(refund) ? 'bad' : isLatest && !isReplaced ? noteKinds[state] : undefined
  return (
    <li className="stack stack-2 refundrow">
      <div className="row between">
        <b>{formatNaira(amountKobo)}</b>
        <Chip {...chips[state]}>{refundStateLabels[state]}</Chip>
      </div>
      {kind && !isSettled ? (
        <Note kind={kind}>{describeRefundState(refund, isRefunded)}</Note>
      ) : (
        <p>{describeRefundState(refund, isRefunded)}</p>
      )}
      <p className="small muted">
        {reasonLabels[reason]}
        {note !== null && `: ${text.quoted(note)}`}
      </p>
      <ol className="small refundlog">
        {events.map((event, at) => (
          <li key={`${event.state} ${at}`}>
            <time dateTime={event.at}>{formatDateTime(new Date(event.at))}</time>
            {`: ${labelRefundEvent(event, at)}${event.admin === null ? '' : text.by(event.admin)}`}
            {event.explanation !== null && <span className="muted">{` ${text.explained(event.explanation)}`}</span>}
          </li>
        ))}
      </ol>
      <div className="row small muted">
        <Reference reference={number} />
        {providerId !== null && <span>{text.providerId(providerId)}</span>}
      </div>
    </li>
  )
}

import type { PaymentEvent, PaymentEventKind } from '@baobab/contract/payments-admin.ts'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { eventLines, eventKindLabels, describeSource } from './labels.ts'

const icons: Record<PaymentEventKind, IconName> = {
  opened: 'credit-card',
  pending: 'timer',
  abandoned: 'x',
  failed: 'x-circle',
  succeeded: 'check-circle',
  disputed: 'warning',
  refunded: 'arrow-counter-clockwise',
  dispute_won: 'check-circle',
  dispute_lost: 'x-circle',
  mismatch: 'warning-circle',
  refund_due: 'warning-circle',
  refund_unclear: 'warning-circle',
  message: 'envelope-simple',
  note: 'pencil-simple',
}

/** Everything that was written of a payment, the newest last; nobody can change or delete a line. */
export function PaymentEvents({ events, agreedKobo }: { events: readonly PaymentEvent[]; agreedKobo: number }) {
  return (
    <Card className="stack" aria-labelledby="history">
      <div>
        <h2 className="card__h" id="history">
          History
        </h2>
        <p className="small muted">In the order in which we learned of it. Nobody can change or delete a line.</p>
      </div>
      <ol className="paylog">
        {events.map((event) => (
          <Line key={event._id} event={event} agreedKobo={agreedKobo} />
        ))}
      </ol>
    </Card>
  )
}

function Line({ event, agreedKobo }: { event: PaymentEvent; agreedKobo: number }) {
  const { kind, at } = event
  return (
    <li>
      <span className={`paylog__i paylog__i--${kind}`}>
        <Icon name={icons[kind]} />
      </span>
      <div className="paylog__t">
        <b>{eventKindLabels[kind]}</b>
        <span className="small muted">
          <time dateTime={at}>{formatDateTime(new Date(at))}</time>
          {`, ${describeSource(event)}`}
        </span>
        {eventLines(event, agreedKobo).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
    </li>
  )
}

import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import {
  noteRefund,
  readPaymentHistory,
  type PaymentEvent,
  type PaymentEventKind,
  type PaymentHistory,
} from '@baobab/contract/payments/admin.ts'
import { describeRefund, formatNaira } from '@baobab/contract/payments/rules.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, prefetch } from '../../api/query.ts'
import { BackToList } from '../../shell/admin/back-to-list.tsx'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Reference } from '../../ui/reference.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { PaymentActions } from './payment-actions.tsx'
import { AttentionChip, StateChip } from './payment-chips.tsx'
import { RefundsCard } from './refunds-card.tsx'
import { describePayment, describeSource, eventKindLabels, eventLines, text } from './text.ts'

export function clientLoader({ request }: { request: Request }) {
  const reference = new URL(request.url).searchParams.get('reference')
  if (reference) prefetch(readPaymentHistory, { params: { reference } })
  return null
}

export const meta = () => pageMeta(text.payment)

export default function AdminPaymentPage() {
  const [params] = useSearchParams()
  const reference = params.get('reference') ?? ''
  return (
    <>
      <BackToList to={adminPaths.payments} label={text.payments} />
      {reference === '' ? <NotFound /> : <PaymentView key={reference} reference={reference} />}
    </>
  )
}

function PaymentView({ reference }: { reference: string }) {
  const payment = useQuery({
    ...apiQuery(readPaymentHistory, { params: { reference } }),
    // Each read is written to the audit log, so the page reads only when the admin asks for it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { error } = payment
  if (!payment.data && error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NotFound />
  return (
    <QueryView
      query={payment}
      failed={paymentsText.paymentsFailed}
      help={errorMessage(error)}
      heading="h1"
      loading={<LoadingPayment reference={reference} />}
    >
      {(history) => <History {...history} />}
    </QueryView>
  )
}

function LoadingPayment({ reference }: { reference: string }) {
  return (
    <>
      <PageHead title={text.payment} lead={<Reference reference={reference} />} />
      <Card>
        <Loading text={paymentsText.paymentLoading}>
          <RowsSkeleton rows={6} />
        </Loading>
      </Card>
    </>
  )
}

function NotFound() {
  return (
    <Empty heading="h1" title={paymentsText.noPayments} help={text.notFoundHelp}>
      <Link className={buttonClass({ kind: 'line' })} to={adminPaths.payments}>
        {text.payments}
      </Link>
    </Empty>
  )
}

function History(history: PaymentHistory) {
  const { payment, events } = history
  return (
    <>
      <PageHead title={text.payment} lead={<Reference reference={payment.reference} />}>
        <span className="chips">
          <StateChip {...payment} />
          <AttentionChip attention={payment.attention} />
        </span>
      </PageHead>
      <div className="grid split split--top">
        <Facts {...history} />
        <IfAllowed who={noteRefund.who}>
          <PaymentActions {...history} />
        </IfAllowed>
      </div>
      <RefundsCard refunds={history.refunds} isRefunded={payment.state === 'refunded'} />
      <Events events={events} agreedKobo={payment.amountKobo} />
    </>
  )
}

/** A payment's state, its student, and how it was made. */
function Facts({ payment, student, refunds }: Pick<PaymentHistory, 'payment' | 'student' | 'refunds'>) {
  const { attention, opensAll } = payment
  const kind = attention !== null ? 'warn' : opensAll ? 'ok' : 'info'
  return (
    <Card className="stack" aria-labelledby="facts">
      <h2 className="card__h" id="facts">
        {text.details}
      </h2>
      <Note kind={kind} {...(kind === 'info' && { icon: 'clipboard-text' as const })}>
        {describePayment(payment, refunds)}
      </Note>
      <dl className="sfacts">
        {listFacts(payment, student).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const formatOr = (at: string | null, otherwise: string) => (at === null ? otherwise : formatDateTime(new Date(at)))

function listFacts(payment: PaymentHistory['payment'], student: PaymentHistory['student']): [string, ReactNode][] {
  const {
    amountKobo,
    refundedKobo,
    openedBy,
    openedAt,
    paidAt,
    confirmedAt,
    channel,
    method,
    payerEmail,
    askedAt,
    nextAskAt,
  } = payment
  const opened = formatDateTime(new Date(openedAt))
  return [
    [text.amount, formatNaira(amountKobo)],
    ...(refundedKobo === 0 ? [] : [[text.refunded, describeRefund(payment)] satisfies [string, ReactNode]]),
    [text.student, student === null ? text.deletedAccount : <Student key="student" {...student} />],
    [text.opened, openedBy === 'parent' ? text.openedByParent(opened) : text.openedByStudent(opened)],
    [text.paid, formatOr(paidAt, text.notYetFact)],
    [text.firstConfirmed, formatOr(confirmedAt, text.notYetFact)],
    [text.channel, channel?.replaceAll('_', ' ') ?? (method === 'wallet' ? text.wallet : text.notKnownYet)],
    ...(payerEmail === null ? [] : [[text.parentEmail, payerEmail] satisfies [string, ReactNode]]),
    [text.lastChecked, formatOr(askedAt, text.notYetFact)],
    [text.nextCheck, formatOr(nextAskAt, text.noMoreChecks)],
  ]
}

function Student({ username, isPaid }: NonNullable<PaymentHistory['student']>) {
  return richText(isPaid ? text.accountPaid : text.accountNotPaid, {
    username: (
      <IfAllowed who={studentDetails.who} otherwise={username}>
        <Link to={adminPaths.student(username)}>{username}</Link>
      </IfAllowed>
    ),
  })
}

const eventIcons: Record<PaymentEventKind, IconName> = {
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

/** A payment's events, newest last. */
function Events({ events, agreedKobo }: { events: readonly PaymentEvent[]; agreedKobo: number }) {
  return (
    <Card className="stack" aria-labelledby="history">
      <div>
        <h2 className="card__h" id="history">
          {text.history}
        </h2>
        <p className="small muted">{text.historyHelp}</p>
      </div>
      <ol className="paylog">
        {events.map((event) => (
          <EventItem key={event._id} event={event} agreedKobo={agreedKobo} />
        ))}
      </ol>
    </Card>
  )
}

function EventItem({ event, agreedKobo }: { event: PaymentEvent; agreedKobo: number }) {
  const { kind, at } = event
  return (
    <li>
      <span className={`paylog__i paylog__i--${kind}`}>
        <Icon name={eventIcons[kind]} />
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

import { formatNaira } from '@baobab/contract/naira.ts'
import type { PaymentHistory } from '@baobab/contract/payments-admin.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { Note } from '../../ui/note.tsx'
import { describePayment } from './labels.ts'

const when = (at: string | null, otherwise: string) => (at === null ? otherwise : formatDateTime(new Date(at)))

/** What the ledger makes of a payment, whose it is, and how it was made. */
export function PaymentFacts({ payment, student }: Pick<PaymentHistory, 'payment' | 'student'>) {
  return (
    <Card className="stack" aria-labelledby="facts">
      <h2 className="card__h" id="facts">
        What is known
      </h2>
      <Note
        kind={payment.attention === null ? (payment.opensAll ? 'ok' : 'info') : 'warn'}
        {...(payment.attention === null && !payment.opensAll && { icon: 'clipboard-text' as const })}
      >
        {describePayment(payment)}
      </Note>
      <dl className="sfacts">
        {factsOf(payment, student).map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function factsOf(payment: PaymentHistory['payment'], student: PaymentHistory['student']): [string, ReactNode][] {
  const { amountKobo, openedBy, openedAt, paidAt, confirmedAt, channel, method, payerEmail, askedAt, nextAskAt } =
    payment
  return [
    ['Amount', formatNaira(amountKobo)],
    ['Student', student === null ? 'a deleted account' : <Student key="student" {...student} />],
    ['Opened', `${when(openedAt, '')}, by ${openedBy === 'parent' ? 'a parent' : 'the student'}`],
    ['Paid', when(paidAt, 'Not yet')],
    ['Known here since', when(confirmedAt, 'Not yet')],
    ['Channel', channel?.replaceAll('_', ' ') ?? (method === 'wallet' ? 'a wallet' : 'Not known yet')],
    ...(payerEmail === null ? [] : [['Parent’s email', payerEmail] satisfies [string, ReactNode]]),
    ['Payment service asked', when(askedAt, 'Not yet')],
    ['Asked again by itself', when(nextAskAt, 'No more')],
  ]
}

function Student({ username, isPaid }: NonNullable<PaymentHistory['student']>) {
  return (
    <>
      <Link to={paths.admin.student(username)}>{username}</Link>
      {isPaid ? ', account paid' : ', account not paid'}
    </>
  )
}

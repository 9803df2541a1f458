import { listPayments } from '@baobab/contract/payments/endpoints.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { apiQuery, prefetch } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { PageLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { hasReceipt, text } from './text.ts'
import { readReference } from './read-reference.ts'
import { ReceiptCard } from './receipt-card.tsx'

export function clientLoader() {
  prefetch(listPayments, {})
  return null
}

export const meta = () => pageMeta(text.receipt)

/** The receipt for one of the student's payments. */
export default function ReceiptPage() {
  const [params] = useSearchParams()
  const username = useStudentSession()?.username ?? ''
  const payments = useQuery(apiQuery(listPayments, {}))
  return (
    <QueryView query={payments} failed={paymentsText.paymentsFailed} heading="h1" loading={<LoadingReceipt />}>
      {(data) => {
        const payment = data.payments.find(({ reference }) => reference === readReference(params))
        if (!payment || !hasReceipt(payment)) return <NoReceipt isKnown={payment !== undefined} />
        return (
          <div className="stack">
            <div className="back">
              <PageLink className={buttonClass({ kind: 'quiet', size: 'sm' })} to={paths.student.payment}>
                <Icon name="arrow-left" />
                {text.yourPayments}
              </PageLink>
            </div>
            <ReceiptCard payment={payment} username={username} />
          </div>
        )
      }}
    </QueryView>
  )
}

function LoadingReceipt() {
  return (
    <Loading text={paymentsText.paymentsLoading}>
      <h1>{text.receipt}</h1>
      <RowsSkeleton rows={4} />
    </Loading>
  )
}

function NoReceipt({ isKnown }: { isKnown: boolean }) {
  return (
    <Empty title={text.noReceipt} help={isKnown ? text.noReceiptYet : text.noReceiptFound} heading="h1">
      <Link className={buttonClass()} to={paths.student.payment} reloadDocument>
        {text.goToPayments}
      </Link>
    </Empty>
  )
}

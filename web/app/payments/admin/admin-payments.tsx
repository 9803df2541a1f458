import { EMAIL_MAX } from '@baobab/contract/accounts/rules.ts'
import { bulkAudience } from '@baobab/contract/bulk/endpoints.ts'
import { exportAudience, paymentExportColumns, type PaymentExportColumn } from '@baobab/contract/exports/endpoints.ts'
import { noonInLagos } from '@baobab/contract/kernel/days.ts'
import {
  listAllPayments,
  readPaymentHistory,
  type PaymentSelection,
  listPaymentComparisons,
  type PaymentComparison,
} from '@baobab/contract/payments/admin.ts'
import { paymentStates } from '@baobab/contract/payments/endpoints.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { apiQuery } from '../../api/query.ts'
import { BulkDialog, toTargets } from '../../bulk/admin/bulk-actions.tsx'
import { BulkRuns } from '../../bulk/admin/bulk-runs.tsx'
import { AdminTable } from '../../lists/admin/admin-table.tsx'
import { ListFilter } from '../../lists/admin/list-filter.tsx'
import { ListTools } from '../../lists/admin/list-tools.tsx'
import { adminList, prefetchList, useAdminList, useFirstPage } from '../../lists/admin/use-admin-list.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar, type Selection } from '../../ui/data-table/selection.tsx'
import { formatDate, formatCount } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ShortReference } from '../../ui/reference.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { paymentColumns } from './payment-columns.tsx'
import { PaymentTotals } from './payment-totals.tsx'
import { formatSums, stateLabels, text, differenceLabels, formatDifferenceCount } from './text.ts'

const SUMS_STALE_MS = 60_000

const payments = adminList({
  endpoint: listAllPayments,
  rows: (reply) => reply.payments,
  perPage: 25,
  name: 'payments',
  columns: paymentColumns,
  filters: {
    search: { kind: 'search', label: text.searchPayments, placeholder: text.searchPlaceholder, max: EMAIL_MAX },
    state: {
      kind: 'choice',
      label: text.state,
      all: text.all,
      allInWords: text.anyPayments,
      options: paymentStates.map((value) => ({ value, label: stateLabels[value] })),
    },
    attention: {
      kind: 'choice',
      look: 'pills',
      label: text.show,
      all: text.allPayments,
      options: [{ value: 'yes', label: text.needsAdmin }],
      inWords: () => text.needingAttention,
    },
    from: { kind: 'day', label: text.openedFrom, until: 'to' },
    to: { kind: 'day', label: text.to, since: 'from' },
  },
  failed: paymentsText.paymentsFailed,
  loading: paymentsText.paymentsLoading,
})

export const clientLoader = ({ request }: { request: Request }) => prefetchList(payments, request)

export const meta = () => pageMeta(text.payments)

export default function AdminPaymentsPage() {
  const list = useAdminList(payments)
  const sums = useFirstPage(list, (page) => page.sums, SUMS_STALE_MS)
  return (
    <>
      <PageHead title={text.payments} lead={sums ? formatSums(sums) : text.paymentsLead}>
        <ListFilter of={list} name="search" />
      </PageHead>
      <PaymentComparisons />
      <PaymentTotals />
      <div className="stack stack-3">
        <ListFilter of={list} name="attention" />
        <div className="ltools">
          <div className="ltools__f payf">
            <ListFilter of={list} name="state" />
            <ListFilter of={list} name="from" />
            <ListFilter of={list} name="to" />
          </div>
          <ListTools of={list} exported={{ what: 'payments', filters: list.selection }} exports={paymentExport} />
        </div>
      </div>
      <BulkRuns list="payments" changes={changes} />
      <p className="sr" role="status">
        {list.query.data && list.rows.length === 0 && paymentsText.noPayments}
      </p>
      <AdminTable
        of={list}
        title={text.payments}
        caption={text.caption(list.description)}
        rowKey={({ _id }) => _id}
        rowLabel={({ reference }) => reference}
        pager="always"
        empty={{
          title: paymentsText.noPayments,
          help: text.noPaymentsYet,
          narrowed: text.tryOtherFilters,
          showAll: text.showAll,
        }}
        selectors={exportAudience.payments}
        bar={(picked, hasMore) => (
          <PickedPayments
            picked={picked}
            filters={list.selection}
            hasMore={hasMore}
            onExport={() => list.exportPicked(picked)}
          />
        )}
      />
    </>
  )
}

/** The queries that change when payments are checked. */
const changes = [listAllPayments, readPaymentHistory]

const countPayments = (count: number) => formatCount(count, 'payment')

type PickedProps = {
  picked: Selection
  filters: Partial<PaymentSelection>
  hasMore: boolean
  onExport: () => void
}

/** Actions for the selected payments. */
function PickedPayments({ picked, filters, hasMore, onExport }: PickedProps) {
  const [isChecking, setChecking] = useState(false)
  return (
    <>
      <SelectionBar selection={picked} countLabel={countPayments} allLabel={text.allMatching} hasMore={hasMore}>
        <IfAllowed who={bulkAudience['payments.check']}>
          <Button kind="line" size="sm" onClick={() => setChecking(true)}>
            {text.checkSelected}
          </Button>
        </IfAllowed>
        <IfAllowed who={exportAudience.payments}>
          <Button kind="line" size="sm" onClick={onExport}>
            {text.export}
          </Button>
        </IfAllowed>
      </SelectionBar>
      <BulkDialog
        isOpen={isChecking}
        title={text.checkTitle(picked.isAll ? text.allMatching : countPayments(picked.ids.size))}
        confirmLabel={text.checkSelected}
        changes={changes}
        order={() => ({ action: 'payments.check', options: {}, targets: toTargets(picked, filters) })}
        onClose={() => setChecking(false)}
        onStarted={picked.clear}
      >
        <p>{text.checkEffect}</p>
      </BulkDialog>
    </>
  )
}

const exportLabels: Record<PaymentExportColumn, string> = {
  reference: text.reference,
  username: text.username,
  state: text.state,
  attention: text.needsAttention,
  amount: text.amount,
  refundedAmount: text.refunded,
  openedBy: text.openedBy,
  channel: text.channel,
  opened: text.opened,
  paid: text.paid,
  confirmed: text.confirmed,
}

/** Export columns that have a different id in the list. */
const listIds: Partial<Record<PaymentExportColumn, string>> = {
  reference: 'payment',
  username: 'payment',
  attention: 'state',
  openedBy: 'by',
  confirmed: 'paid',
}

const paymentExport = {
  label: text.export,
  title: text.exportPayments,
  row: 'payment',
  columns: paymentExportColumns.map((id) => ({ id, label: exportLabels[id], listColumn: listIds[id] ?? id })),
} as const

const DAYS = 7
/** The maximum number of differences listed per day. */
const MAX_LISTED = 10

/** Differences found by the daily comparisons in the last week; nothing before the first comparison. */
function PaymentComparisons() {
  const { data } = useQuery(apiQuery(listPaymentComparisons, { query: { limit: DAYS } }))
  const [newest] = data?.comparisons ?? []
  if (!data || !newest) return null
  const withDifferences = data.comparisons.filter(({ differences }) => differences.length > 0)
  if (withDifferences.length === 0)
    return <p className="small muted">{text.noDifferences(formatDate(noonInLagos(newest.day)))}</p>
  return (
    <Note kind="warn">
      <h2 className="h-20">{text.differences}</h2>
      <ul className="stack stack-2">
        {withDifferences.map((comparison) => (
          <Day key={comparison.day} {...comparison} />
        ))}
      </ul>
    </Note>
  )
}

const formatSide = (count: number, kobo: number) => text.sideTotals(formatCount(count, 'payment'), formatNaira(kobo))

function Day({ day, ourCount, ourKobo, theirCount, theirKobo, differences }: PaymentComparison) {
  const sentence = text.dayDifferences({
    differences: formatDifferenceCount({ differences }),
    ours: formatSide(ourCount, ourKobo),
    theirs: formatSide(theirCount, theirKobo),
  })
  const more = differences.length - MAX_LISTED
  return (
    <li>
      {richText(sentence, { day: <b>{formatDate(noonInLagos(day))}</b> })}
      <ul className="small paydiff">
        {differences.slice(0, MAX_LISTED).map(({ reference, what }) => (
          <li key={`${reference} ${what}`}>
            {richText(text.difference(differenceLabels[what]), {
              reference: <ComparedReference reference={reference} isOurs={what !== 'unknown'} />,
            })}
          </li>
        ))}
        {more > 0 && <li>{text.andMore(more)}</li>}
      </ul>
    </li>
  )
}

function ComparedReference({ reference, isOurs }: { reference: string; isOurs: boolean }) {
  if (!isOurs) return <ShortReference reference={reference} />
  return (
    <Link to={adminPaths.payment(reference)}>
      <ShortReference reference={reference} />
    </Link>
  )
}

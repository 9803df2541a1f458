import { exportAudience } from '@baobab/contract/exports/endpoints.ts'
import { listAllPayments, type PaymentSelection } from '@baobab/contract/payments/admin.ts'
import { paymentStates } from '@baobab/contract/payments/endpoints.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, prefetch } from '../../api/query.ts'
import { ExportDialog } from '../../exports/export-dialog.tsx'
import { BulkRuns } from '../../bulk/admin/bulk-runs.tsx'
import { SavedViews } from '../../saved-views/admin/saved-views.tsx'
import { IfAllowed, useIsAllowed } from '../../shell/if-allowed.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { Button } from '../../ui/button.tsx'
import { ColumnChooser } from '../../ui/data-table/column-chooser.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Pager } from '../../ui/data-table/pager.tsx'
import { RefreshFailed } from '../../ui/data-table/refresh-failed.tsx'
import { SearchField } from '../../ui/data-table/search-field.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { useCursorPages } from '../../shell/use-cursor-pages.ts'
import { useHiddenColumns } from '../../shell/use-hidden-columns.ts'
import { useAddressParams } from '../../shell/use-address-params.ts'
import { Empty } from '../../ui/empty.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { FilterSelect } from '../../ui/select.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { describeSelection, formatSums, stateLabels } from './labels.ts'
import { chooseExportColumns } from './export-columns.ts'
import { bulkPaymentChanges, PaymentSelectionBar } from './payment-selection.tsx'
import { paymentColumns } from './payment-columns.tsx'
import { PaymentComparisons } from './payment-comparisons.tsx'
import { PaymentTotals } from './payment-totals.tsx'
import { parseSelection, toSearchParams, withFilter } from './selection-params.ts'
import { text } from './text.ts'

const PAGE_SIZE = 25
const SUMS_STALE_MS = 60_000

const firstPage = (selection: PaymentSelection) => ({ query: { ...selection, limit: PAGE_SIZE } })

export function clientLoader({ request }: { request: Request }) {
  prefetch(listAllPayments, firstPage(parseSelection(new URL(request.url).searchParams)))
  return null
}

export const meta = () => pageMeta(text.payments)

const attentionFilters = [
  { value: '', label: text.allPayments },
  { value: 'yes', label: text.needsAdmin },
] as const

const describeFilters = (filters: Record<string, string>) =>
  describeSelection(parseSelection(new URLSearchParams(filters)), 'searched' in filters)

export default function AdminPaymentsPage() {
  const payments = usePaymentList()
  const { selection, sums, setFilter } = payments
  const { hidden, toggle, replace } = useHiddenColumns('payments', paymentColumns)
  /** The ids to export; 'all' for everything that the filters match. */
  const [exporting, setExporting] = useState<'all' | readonly string[]>()
  const search = useCallback((words: string) => setFilter('search', words), [setFilter])
  return (
    <>
      <PageHead title={text.payments} lead={sums ? formatSums(sums) : text.paymentsLead}>
        <SearchField
          label={text.searchPayments}
          placeholder={text.searchPlaceholder}
          value={selection.search}
          onSearch={search}
        />
      </PageHead>
      <PaymentComparisons />
      <div className="stack stack-3">
        <Segmented
          look="pills"
          label={text.show}
          options={attentionFilters}
          value={selection.attention ?? ''}
          onChange={(attention) => setFilter('attention', attention)}
        />
        <div className="ltools">
          <Filters selection={selection} onChange={setFilter} />
          <div className="row">
            <SavedViews list="payments" columns={{ hidden, replace }} />
            <ColumnChooser columns={paymentColumns} hidden={hidden} onToggle={toggle} />
            <IfAllowed who={exportAudience.payments}>
              <Button kind="line" onClick={() => setExporting('all')}>
                <Icon name="download-simple" />
                {text.export}
              </Button>
            </IfAllowed>
          </div>
        </div>
      </div>
      <BulkRuns list="payments" changes={bulkPaymentChanges} />
      <p className="sr" role="status">
        {payments.list.data?.payments.length === 0 && paymentsText.noPayments}
      </p>
      <PaymentTable payments={payments} hidden={hidden} onExport={setExporting} />
      <PaymentTotals />
      <ExportDialog
        isOpen={exporting !== undefined}
        title={text.exportPayments}
        list={{ what: 'payments', filters: selection }}
        describeFilters={describeFilters}
        selection={Array.isArray(exporting) ? formatCount(exporting.length, 'payment') : describeSelection(selection)}
        ids={Array.isArray(exporting) ? exporting : undefined}
        columns={chooseExportColumns(hidden)}
        onClose={() => setExporting(undefined)}
      />
    </>
  )
}

/** A page of the payments that the address selects, and the sums of the selection. */
function usePaymentList() {
  const [params, setParams] = useAddressParams()
  const pages = useCursorPages()
  const selection = parseSelection(params)
  const first = firstPage(selection)
  const list = useQuery({
    ...apiQuery(
      listAllPayments,
      pages.cursor === undefined ? first : { query: { ...first.query, cursor: pages.cursor } },
    ),
    placeholderData: keepPreviousData,
  })
  // Only the first page has sums.
  const sums = useQuery({
    ...apiQuery(listAllPayments, first),
    select: (page) => page.sums,
    staleTime: SUMS_STALE_MS,
    retry: false,
  })
  const setFilter = useCallback(
    (name: keyof PaymentSelection, value: string) =>
      setParams((now) => toSearchParams(withFilter(parseSelection(now), name, value)), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams],
  )
  const clear = () => setParams(() => new URLSearchParams(), { replace: true })
  return { selection, list, sums: sums.data ?? null, setFilter, clear, ...pages }
}

const stateOptions = paymentStates.map((value) => ({ value, label: stateLabels[value] }))

type FiltersProps = {
  selection: PaymentSelection
  onChange: (name: keyof PaymentSelection, value: string) => void
}

/** Filters by state, and by the days on which payments were opened. */
function Filters({ selection, onChange }: FiltersProps) {
  return (
    <div className="ltools__f payf">
      <FilterSelect
        label={text.state}
        placeholder={text.all}
        options={stateOptions}
        value={selection.state ?? ''}
        onChange={(event) => onChange('state', event.target.value)}
      />
      <TextField
        label={text.openedFrom}
        type="date"
        max={selection.to}
        value={selection.from ?? ''}
        onChange={(event) => onChange('from', event.target.value)}
      />
      <TextField
        label={text.to}
        type="date"
        min={selection.from}
        value={selection.to ?? ''}
        onChange={(event) => onChange('to', event.target.value)}
      />
    </div>
  )
}

type TableProps = {
  payments: ReturnType<typeof usePaymentList>
  hidden: ReadonlySet<string>
  /** Opens the export of some payments, or of all that the filters match. */
  onExport: (rows: 'all' | readonly string[]) => void
}

function PaymentTable({ payments, hidden, onExport }: TableProps) {
  const { selection, list, page, onNext, onPrevious, clear } = payments
  const top = useRef<HTMLElement>(null)
  const picked = useSelection((list.data?.payments ?? []).map(rowKey), toSearchParams(selection).toString())
  const canSelect = useIsAllowed(exportAudience.payments)
  const isNarrowed = toSearchParams(selection).size > 0 || page > 0
  const turn = (step: () => void) => () => {
    step()
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <QueryView
      query={list}
      failed={paymentsText.paymentsFailed}
      help={errorMessage(list.error)}
      loading={<LoadingTable />}
    >
      {({ payments: rows, nextCursor }) => {
        if (rows.length === 0) return <NoPayments isNarrowed={isNarrowed} onShowAll={clear} />
        const first = page * PAGE_SIZE + 1
        const [from, to] = [first, first + rows.length - 1].map((position) => position.toLocaleString('en-NG'))
        return (
          <>
            {list.isError && (
              <RefreshFailed
                failure={paymentsText.paymentsFailed}
                isBusy={list.isFetching}
                onRetry={() => void list.refetch()}
              />
            )}
            <section className="card card--flush table-top" aria-label={text.payments} ref={top}>
              <DataTable
                caption={text.caption(describeSelection(selection))}
                columns={paymentColumns}
                rows={rows}
                rowKey={rowKey}
                hidden={hidden}
                isStale={list.isPlaceholderData}
                selection={canSelect ? picked : undefined}
                rowLabel={({ reference }) => reference}
              />
            </section>
            <Pager
              isStale={list.isPlaceholderData}
              shown={text.range(from ?? '', to ?? '')}
              onPrevious={onPrevious && turn(onPrevious)}
              onNext={nextCursor === null ? undefined : turn(() => onNext(nextCursor))}
            />
            {canSelect && (
              <PaymentSelectionBar
                selection={picked}
                filters={selection}
                hasMore={page > 0 || nextCursor !== null}
                onExport={() => onExport(picked.isAll ? 'all' : [...picked.ids])}
              />
            )}
          </>
        )
      }}
    </QueryView>
  )
}

const rowKey = ({ _id }: { _id: string }) => _id

function LoadingTable() {
  return (
    <section className="card">
      <Loading text={paymentsText.paymentsLoading}>
        <RowsSkeleton rows={8} />
      </Loading>
    </section>
  )
}

function NoPayments({ isNarrowed, onShowAll }: { isNarrowed: boolean; onShowAll: () => void }) {
  return (
    <Empty title={paymentsText.noPayments} help={isNarrowed ? text.tryOtherFilters : text.noPaymentsYet}>
      {isNarrowed && (
        <Button kind="line" onClick={onShowAll}>
          {text.showAll}
        </Button>
      )}
    </Empty>
  )
}

import { bulkAudience } from '@baobab/contract/bulk/endpoints.ts'
import { exportAudience } from '@baobab/contract/exports/endpoints.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { listStudents, type StudentSelection } from '@baobab/contract/students/endpoints.ts'
import { studentsText } from '@baobab/contract/students/text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, prefetch } from '../api/query.ts'
import { ExportDialog } from '../exports/export-dialog.tsx'
import { adminPaths } from '../admin-paths.ts'
import { BulkRuns } from '../bulk/admin/bulk-runs.tsx'
import { SavedViews } from '../saved-views/admin/saved-views.tsx'
import { IfAllowed, useIsAllowed } from '../shell/if-allowed.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { useCursorPages } from '../shell/use-cursor-pages.ts'
import { useHiddenColumns } from '../shell/use-hidden-columns.ts'
import { useAddressParams } from '../shell/use-address-params.ts'
import { Button } from '../ui/button.tsx'
import { ColumnChooser } from '../ui/data-table/column-chooser.tsx'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { Pager } from '../ui/data-table/pager.tsx'
import { RefreshFailed } from '../ui/data-table/refresh-failed.tsx'
import { useSelection } from '../ui/data-table/use-selection.ts'
import { SearchField } from '../ui/data-table/search-field.tsx'
import { Empty } from '../ui/empty.tsx'
import { formatCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { FilterSelect } from '../ui/select.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { chooseExportColumns } from './export-columns.ts'
import {
  categoryLabels,
  describeRange,
  describeSelection,
  describeTotal,
  filterLabels,
  paidLabels,
  stateLabels,
} from './labels.ts'
import { bulkStudentChanges, StudentSelectionBar } from './student-selection.tsx'
import { studentColumns } from './student-columns.tsx'
import {
  chooseOrder,
  parseSelection,
  STUDENTS_PER_PAGE,
  toListQuery,
  toSearchParams,
  withFilter,
  withSearch,
  withSort,
} from './student-view.ts'
import { text } from './text.ts'

const TOTAL_STALE_MS = 5 * 60_000

export function clientLoader({ request }: { request: Request }) {
  prefetch(listStudents, { query: toListQuery(new URL(request.url).searchParams) })
  return null
}

export const meta = () => pageMeta(text.title)

/** Changes the selection and thereby the address. */
type Change = (to: (selection: StudentSelection) => StudentSelection) => void

const describeExport = (filters: Record<string, string>) =>
  describeSelection(parseSelection(new URLSearchParams(filters)), 'searched' in filters)

/** Lists the students. Its selection is in the address, so that it can be bookmarked and shared. */
export default function UserManagement() {
  const [params, setParams] = useAddressParams()
  const selection = parseSelection(params)
  const change: Change = useCallback(
    (to) => setParams((now) => toSearchParams(to(parseSelection(now))), { replace: true, preventScrollReset: true }),
    [setParams],
  )
  const search = useCallback((letters: string) => change((now) => withSearch(now, letters)), [change])
  const list = useQuery({
    ...apiQuery(listStudents, { query: toListQuery(params) }),
    placeholderData: keepPreviousData,
  })
  // Only the reply with the first page contains the number of students.
  const total = useQuery({
    ...apiQuery(listStudents, { query: toListQuery(toSearchParams(selection)) }),
    select: (firstPage) => firstPage.total,
    staleTime: TOTAL_STALE_MS,
    retry: false,
  })
  const { hidden, toggle, replace } = useHiddenColumns('students', studentColumns)
  /** The ids to export; 'all' for everything that the filters match. */
  const [exporting, setExporting] = useState<'all' | readonly string[]>()
  return (
    <>
      <PageHead
        title={text.title}
        lead={
          <>
            {total.data ? describeTotal(total.data) : text.students},{' '}
            <Link to={adminPaths.registrations}>{text.pendingRegistrations}</Link>
          </>
        }
      >
        <SearchField
          label={text.search}
          placeholder={text.searchPlaceholder}
          value={selection.search}
          onSearch={search}
        />
      </PageHead>
      <div className="stack stack-3">
        <Segmented
          look="pills"
          label={text.filter}
          options={filterLabels}
          value={selection.filter}
          onChange={(filter) => change((now) => withFilter(now, filter))}
        />
        <div className="ltools">
          <Filters selection={selection} onChange={change} />
          <div className="row">
            <SavedViews list="students" columns={{ hidden, replace }} />
            <ColumnChooser columns={studentColumns} hidden={hidden} onToggle={toggle} />
            <IfAllowed who={exportAudience.students}>
              <Button kind="line" onClick={() => setExporting('all')}>
                <Icon name="download-simple" />
                {text.export}
              </Button>
            </IfAllowed>
          </div>
        </div>
      </div>
      <BulkRuns list="students" changes={bulkStudentChanges} />
      <p className="sr" role="status">
        {list.data?.studentData.length === 0 && studentsText.noStudents}
      </p>
      <QueryView
        query={list}
        failed={studentsText.studentsFailed}
        help={errorMessage(list.error)}
        loading={
          <section className="card">
            <Loading text={studentsText.studentsLoading}>
              <RowsSkeleton rows={8} />
            </Loading>
          </section>
        }
      >
        {(page) => (
          <>
            {list.isError && (
              <RefreshFailed
                failure={studentsText.studentsFailed}
                isBusy={list.isFetching}
                onRetry={() => void list.refetch()}
              />
            )}
            <Students
              {...page}
              total={total.data ?? null}
              selection={selection}
              hidden={hidden}
              isStale={list.isPlaceholderData}
              onChange={change}
              onExport={setExporting}
            />
          </>
        )}
      </QueryView>
      <ExportDialog
        isOpen={exporting !== undefined}
        title={text.exportStudents}
        list={{ what: 'students', filters: selection }}
        selection={Array.isArray(exporting) ? formatCount(exporting.length, 'student') : describeSelection(selection)}
        ids={Array.isArray(exporting) ? exporting : undefined}
        columns={chooseExportColumns(hidden)}
        describeFilters={describeExport}
        onClose={() => setExporting(undefined)}
      />
    </>
  )
}

const filters = [
  { name: 'ageCategory', label: text.ageCategory, options: categoryLabels },
  { name: 'paid', label: text.payment, options: paidLabels },
  { name: 'state', label: text.state, options: stateLabels },
] as const

/** Filters that narrow the list further. The top 10 can only be narrowed to an age category. */
function Filters({ selection, onChange }: { selection: StudentSelection; onChange: Change }) {
  const set = (name: string, value: string) =>
    onChange((now) => {
      const params = toSearchParams(now)
      if (value === '') params.delete(name)
      else params.set(name, value)
      return parseSelection(params)
    })
  if (selection.filter === 'top-10') {
    return (
      <div className="ltools__f">
        <FilterSelect
          label={text.ageCategory}
          options={categoryLabels.filter(({ value }) => value !== 'none')}
          value={selection.ageCategory ?? '11-20'}
          onChange={(event) => set('ageCategory', event.target.value)}
        />
      </div>
    )
  }
  return (
    <div className="ltools__f">
      {filters.map(({ name, label, options }) => (
        <FilterSelect
          key={name}
          label={label}
          placeholder={text.all}
          options={options}
          value={selection[name] ?? ''}
          onChange={(event) => set(name, event.target.value)}
        />
      ))}
    </div>
  )
}

type StudentsProps = ReplyOf<typeof listStudents> & {
  selection: StudentSelection
  hidden: ReadonlySet<string>
  isStale: boolean
  onChange: Change
  /** Opens the export of some students, or of all that the filters match. */
  onExport: (rows: 'all' | readonly string[]) => void
}

function Students(props: StudentsProps) {
  const { studentData, nextCursor, total, selection, hidden, isStale, onChange, onExport } = props
  const picked = useSelection(
    studentData.map(({ _id }) => _id),
    describeFilters(selection),
  )
  const canSelect = useIsAllowed(bulkAudience['students.notify'])
  const { page, onNext, onPrevious } = useCursorPages()
  const top = useRef<HTMLElement>(null)
  const thenScrollUp = (turn: () => void) => () => {
    turn()
    top.current?.scrollIntoView({ block: 'start' })
  }
  if (studentData.length === 0) {
    const isNarrowed = toSearchParams(selection).size > 0 || page > 0
    return (
      <Empty title={studentsText.noStudents} help={isNarrowed ? text.tryOtherFilter : text.nobodyYet}>
        {isNarrowed && (
          <Button kind="line" onClick={() => onChange(() => parseSelection(new URLSearchParams()))}>
            {text.showAll}
          </Button>
        )}
      </Empty>
    )
  }
  // The top 10 fit on one page, in the order of the leaderboard.
  const isTop10 = selection.filter === 'top-10'
  return (
    <>
      <section className="card card--flush table-top" aria-label={text.students} ref={top}>
        <DataTable
          caption={text.list(describeSelection(selection))}
          columns={studentColumns}
          rows={studentData}
          rowKey={({ _id }) => _id}
          hidden={hidden}
          sort={chooseOrder(selection)}
          isStale={isStale}
          selection={canSelect ? picked : undefined}
          rowLabel={({ username }) => username}
          {...(!isTop10 && { onSort: (sort) => onChange((now) => withSort(now, sort)) })}
        />
      </section>
      {!isTop10 && (
        <Pager
          isStale={isStale}
          shown={describeRange({ page, limit: STUDENTS_PER_PAGE, rows: studentData.length, total })}
          onPrevious={onPrevious && thenScrollUp(onPrevious)}
          onNext={nextCursor === null ? undefined : thenScrollUp(() => onNext(nextCursor))}
        />
      )}
      {canSelect && (
        <StudentSelectionBar
          selection={picked}
          filters={selection}
          allLabel={total ? text.allOf(describeTotal(total)) : text.allMatching}
          hasMore={page > 0 || nextCursor !== null}
          onExport={() => onExport(picked.isAll ? 'all' : [...picked.ids])}
        />
      )}
    </>
  )
}

/** Identifies the rows of a selection, whatever their order. */
function describeFilters({ sort: _sort, direction: _direction, ...filters }: StudentSelection): string {
  return toSearchParams(filters).toString()
}

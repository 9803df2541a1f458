import {
  actionLabel,
  auditActions,
  auditLog,
  exportAuditLog,
  type AuditLine,
  type AuditSelection,
  auditText,
} from '@baobab/contract/audit/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { Link } from 'react-router'
import { apiQuery, prefetch } from '../api/query.ts'
import { adminPaths } from '../admin-paths.ts'
import { paths } from '../paths.ts'
import { SavedViews } from '../saved-views/admin/saved-views.tsx'
import { IfAllowed, useIsAllowed } from '../shell/if-allowed.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { useCursorPages } from '../shell/use-cursor-pages.ts'
import { useDownload } from '../shell/use-download.ts'
import { useAddressParams } from '../shell/use-address-params.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import type { DataColumn } from '../ui/data-table/columns.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { Pager } from '../ui/data-table/pager.tsx'
import { SearchField } from '../ui/data-table/search-field.tsx'
import { SelectionBar } from '../ui/data-table/selection-bar.tsx'
import { useSelection } from '../ui/data-table/use-selection.ts'
import { useDebouncedInput } from '../ui/data-table/use-debounced-input.ts'
import { formatDateTime } from '../ui/dates.ts'
import { Empty } from '../ui/empty.tsx'
import { formatCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { FilterSelect } from '../ui/select.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { LINES_PER_PAGE, parseSelection, toAuditQuery, withFilter, type AuditFilter } from './audit-view.ts'
import { formatDetails, subjectLabel } from './labels.ts'
import { text } from './text.ts'

export function clientLoader({ request }: { request: Request }) {
  prefetch(auditLog, { query: toAuditQuery(new URL(request.url).searchParams) })
  return null
}

export const meta = () => pageMeta(text.title)

/** Shows who did what to whom, and when. The selection is in the address. */
export default function AuditLog() {
  const [params, setParams] = useAddressParams()
  const selection = parseSelection(params)
  const log = useQuery({ ...apiQuery(auditLog, { query: toAuditQuery(params) }), placeholderData: keepPreviousData })
  const { isDownloading, download } = useDownload()
  const set = useCallback(
    (name: AuditFilter, value: string) =>
      setParams((now) => withFilter(now, name, value), { replace: true, preventScrollReset: true }),
    [setParams],
  )
  const search = useCallback((words: string) => set('search', words), [set])
  return (
    <>
      <PageHead title={text.title} lead={text.lead}>
        <div className="audit__do">
          <SearchField
            label={text.search}
            placeholder={text.searchPlaceholder}
            value={selection.search ?? ''}
            onSearch={search}
          />
          <SavedViews list="audit" />
          <IfAllowed who={exportAuditLog.who}>
            <Button
              kind="line"
              busyLabel={isDownloading && text.exporting}
              onClick={() => void download(exportAuditLog, { query: selection })}
            >
              <Icon name="download-simple" />
              {text.exportCsv}
            </Button>
          </IfAllowed>
        </div>
      </PageHead>
      <Filters selection={selection} admins={log.data?.admins ?? []} onSet={set} />
      <QueryView
        query={log}
        failed={auditText.auditFailed}
        loading={
          <Card>
            <Loading text={auditText.auditLoading}>
              <RowsSkeleton rows={8} />
            </Loading>
          </Card>
        }
      >
        {({ lines, nextCursor }) =>
          lines.length === 0 ? (
            <Empty title={text.noLines} help={text.noLinesHelp}>
              {Object.keys(selection).length > 0 && (
                <Button kind="line" onClick={() => setParams(() => new URLSearchParams(), { replace: true })}>
                  {text.showAll}
                </Button>
              )}
            </Empty>
          ) : (
            <Lines selection={selection} lines={lines} nextCursor={nextCursor} isStale={log.isPlaceholderData} />
          )
        }
      </QueryView>
    </>
  )
}

type FiltersProps = {
  selection: AuditSelection
  admins: readonly string[]
  onSet: (name: AuditFilter, value: string) => void
}

const actions = Object.keys(auditActions)
  .map((value) => ({ value, label: actionLabel(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

function Filters({ selection, admins, onSet }: FiltersProps) {
  const [subject, typeSubject] = useDebouncedInput(selection.subject ?? '', (words) => onSet('subject', words))
  return (
    <div className="audit__f">
      <FilterSelect
        label={text.admin}
        placeholder={text.all}
        options={admins.map((name) => ({ value: name, label: name }))}
        value={selection.admin ?? ''}
        onChange={(event) => onSet('admin', event.target.value)}
      />
      <FilterSelect
        label={text.what}
        placeholder={text.everything}
        options={actions}
        value={selection.action ?? ''}
        onChange={(event) => onSet('action', event.target.value)}
      />
      <TextField
        label={text.about}
        placeholder={text.aboutPlaceholder}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={100}
        value={subject}
        onChange={(event) => typeSubject(event.target.value)}
      />
      <TextField
        label={text.from}
        type="date"
        max={selection.to}
        value={selection.from ?? ''}
        onChange={(event) => onSet('from', event.target.value)}
      />
      <TextField
        label={text.to}
        type="date"
        min={selection.from}
        value={selection.to ?? ''}
        onChange={(event) => onSet('to', event.target.value)}
      />
    </div>
  )
}

const columns: readonly DataColumn<AuditLine>[] = [
  { id: 'what', title: text.what, kind: 'who', cell: ({ label }) => <b>{label}</b> },
  {
    id: 'about',
    title: text.about,
    kind: 'detail',
    cell: ({ subject }) => (subject ? <Subject {...subject} /> : <span className="muted">{text.noSubject}</span>),
  },
  {
    id: 'admin',
    title: text.admin,
    kind: 'detail',
    cell: ({ admin }) => admin ?? <span className="muted">{text.automatic}</span>,
  },
  {
    id: 'at',
    title: text.when,
    kind: 'detail',
    cell: ({ at }) => <time dateTime={at}>{formatDateTime(new Date(at))}</time>,
  },
  { id: 'details', title: text.details, cell: (line) => <Details {...line} /> },
]

type LinesProps = {
  selection: AuditSelection
  lines: readonly AuditLine[]
  nextCursor: string | null
  isStale: boolean
}

function Lines({ selection, lines, nextCursor, isStale }: LinesProps) {
  const picked = useSelection(
    lines.map(({ _id }) => _id),
    JSON.stringify(selection),
  )
  const canExport = useIsAllowed(exportAuditLog.who)
  const { isDownloading, download } = useDownload()
  const { page, onNext, onPrevious } = useCursorPages()
  const top = useRef<HTMLElement>(null)
  const thenScrollUp = (turn: () => void) => () => {
    turn()
    top.current?.scrollIntoView({ block: 'start' })
  }
  const first = page * LINES_PER_PAGE + 1
  const last = first + lines.length - 1
  return (
    <>
      <section className="card card--flush table-top audit" aria-label={text.lines} ref={top}>
        <DataTable
          caption={text.title}
          columns={columns}
          rows={lines}
          rowKey={({ _id }) => _id}
          isStale={isStale}
          selection={canExport ? picked : undefined}
          rowLabel={({ _id, label }) => text.entry(_id, label)}
        />
      </section>
      <Pager
        isStale={isStale}
        shown={text.range(first.toLocaleString('en-NG'), last.toLocaleString('en-NG'))}
        onPrevious={onPrevious && thenScrollUp(onPrevious)}
        onNext={nextCursor === null ? undefined : thenScrollUp(() => onNext(nextCursor))}
      />
      {canExport && (
        <SelectionBar
          selection={picked}
          countLabel={(count) => formatCount(count, 'line')}
          allLabel={text.allMatching}
          hasMore={page > 0 || nextCursor !== null}
        >
          <Button
            kind="line"
            size="sm"
            busyLabel={isDownloading && text.exporting}
            onClick={() => {
              const chosen = picked.isAll ? {} : { lines: [...picked.ids].join(',') }
              void download(exportAuditLog, { query: { ...selection, ...chosen } })
            }}
          >
            {text.exportCsv}
          </Button>
        </SelectionBar>
      )}
    </>
  )
}

function Subject(subject: NonNullable<AuditLine['subject']>) {
  const { _id, kind, name } = subject
  const label = <span className="audit__s">{subjectLabel(subject)}</span>
  if (name === null) return kind === 'setting' ? label : <span className="muted">{subjectLabel(subject)}</span>
  if (kind === 'student') return <Link to={adminPaths.student(name)}>{label}</Link>
  if (kind === 'message') return <Link to={adminPaths.message(_id)}>{label}</Link>
  if (kind === 'draw') return <Link to={paths.draw(name)}>{label}</Link>
  if (kind === 'payment') return <Link to={adminPaths.payment(name)}>{label}</Link>
  if (kind === 'video') return <Link to={adminPaths.videoUpdate(_id)}>{label}</Link>
  return label
}

function Details(line: AuditLine) {
  const details = formatDetails(line)
  if (details.length === 0) return null
  return (
    <dl className="audit__d">
      {details.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

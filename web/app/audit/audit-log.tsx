import {
  actionLabel,
  auditActions,
  auditLog,
  exportAuditLog,
  type AuditLine,
  type AuditSelection,
  auditText,
} from '@baobab/contract/audit/endpoints.ts'
import { Link } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { AdminTable } from '../lists/admin/admin-table.tsx'
import { ListFilter } from '../lists/admin/list-filter.tsx'
import { adminList, prefetchList, useAdminList } from '../lists/admin/use-admin-list.ts'
import { paths } from '../paths.ts'
import { SavedViews } from '../saved-views/admin/saved-views.tsx'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { useDownload } from '../shell/use-download.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import type { DataColumn } from '../ui/data-table/columns.ts'
import { formatDate, formatTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { describeDetails } from './sentences.ts'
import { subjectLabel, text } from './text.ts'

const log = adminList({
  endpoint: auditLog,
  rows: (reply) => reply.lines,
  perPage: 25,
  address: 'edited',
  // Addresses may also contain actions or admins of earlier releases.
  filters: {
    search: { kind: 'search', label: text.search, placeholder: text.searchPlaceholder },
    admin: { kind: 'text', label: text.admin, placeholder: text.all },
    action: { kind: 'text', label: text.what, placeholder: text.everything },
    show: {
      kind: 'choice',
      label: text.readingToo,
      otherwise: 'deeds',
      options: [
        { value: 'deeds', label: text.deeds },
        { value: 'all', label: text.readingToo },
      ],
    },
    subject: { kind: 'text', label: text.about, placeholder: text.aboutPlaceholder },
    from: { kind: 'day', label: text.from, until: 'to' },
    to: { kind: 'day', label: text.to, since: 'from' },
  },
  failed: auditText.auditFailed,
  loading: auditText.auditLoading,
})

export const clientLoader = ({ request }: { request: Request }) => prefetchList(log, request)

export const meta = () => pageMeta(text.title)

const actions = Object.keys(auditActions)
  .map((value) => ({ value, label: actionLabel(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** Shows who did what to whom, and when. The selection is kept in the address. */
export default function AuditLog() {
  const list = useAdminList(log)
  const { selection, query, set } = list
  const admins = query.data?.admins ?? []
  return (
    <>
      <PageHead title={text.title} lead={text.lead}>
        <div className="audit__do">
          <ListFilter of={list} name="search" />
          <SavedViews list="audit" />
          <IfAllowed who={exportAuditLog.who}>
            <ExportButton selection={selection} />
          </IfAllowed>
        </div>
      </PageHead>
      <div className="audit__f">
        <ListFilter of={list} name="admin" options={admins.map((value) => ({ value, label: value }))} />
        <ListFilter of={list} name="action" options={actions} />
        <ListFilter of={list} name="subject" />
        <ListFilter of={list} name="from" />
        <ListFilter of={list} name="to" />
      </div>
      <Checkbox
        label={text.readingToo}
        checked={selection.show === 'all'}
        onChange={({ target }) => set({ show: target.checked ? 'all' : 'deeds' })}
      />
      <AdminTable
        of={list}
        title={text.lines}
        caption={text.title}
        className="audit"
        columns={columns}
        rowKey={({ _id }) => _id}
        pager="always"
        empty={{ title: text.noLines, help: text.noLinesHelp, showAll: text.showAll }}
      />
    </>
  )
}

/** Downloads all lines of a selection, including those about viewed pages. */
function ExportButton({ selection }: { selection: AuditSelection & { show: string } }) {
  const { isDownloading, download } = useDownload()
  const { show: _show, ...query } = selection
  return (
    <Button
      kind="line"
      busyLabel={isDownloading && text.exporting}
      onClick={() => void download(exportAuditLog, { query })}
    >
      <Icon name="download-simple" />
      {text.exportCsv}
    </Button>
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
    cell: ({ at }) => (
      <time dateTime={at}>
        <span className="audit__t">{formatDate(new Date(at))},</span>{' '}
        <span className="audit__t">{formatTime(new Date(at))}</span>
      </time>
    ),
  },
  { id: 'details', title: text.details, cell: (line) => <span className="audit__d">{describeDetails(line)}</span> },
]

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

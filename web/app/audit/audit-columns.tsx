import type { AuditLine } from '@baobab/contract/audit.ts'
import { Link } from 'react-router'
import type { DataColumn } from '../ui/data-table/columns.ts'
import { paths } from '../paths.ts'
import { formatDateTime } from '../ui/dates.ts'
import { formatDetails, subjectName } from './audit-labels.ts'

export const auditColumns: readonly DataColumn<AuditLine>[] = [
  { id: 'what', title: 'What', kind: 'who', cell: ({ label }) => <b>{label}</b> },
  {
    id: 'about',
    title: 'About',
    kind: 'detail',
    cell: ({ subject }) => (subject ? <Subject {...subject} /> : <span className="muted">no one</span>),
  },
  {
    id: 'admin',
    title: 'Admin',
    kind: 'detail',
    cell: ({ admin }) => admin ?? <span className="muted">a former admin</span>,
  },
  {
    id: 'at',
    title: 'When',
    kind: 'detail',
    cell: ({ at }) => <time dateTime={at}>{formatDateTime(new Date(at))}</time>,
  },
  { id: 'details', title: 'Details', cell: (line) => <Details {...line} /> },
]

function Subject(subject: NonNullable<AuditLine['subject']>) {
  const { _id, kind, name } = subject
  const words = <span className="audit__s">{subjectName(subject)}</span>
  if (name === null) return kind === 'setting' ? words : <span className="muted">{subjectName(subject)}</span>
  if (kind === 'student') return <Link to={paths.admin.student(name)}>{words}</Link>
  if (kind === 'message') return <Link to={paths.admin.message(_id)}>{words}</Link>
  if (kind === 'payment') return <Link to={paths.admin.payment(name)}>{words}</Link>
  if (kind === 'video') return <Link to={paths.admin.videoUpdate(_id)}>{words}</Link>
  return words
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

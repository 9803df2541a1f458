// Exports the audit log as a CSV file in batches, so that its length does not matter.
import type { AuditLine, AuditSelection } from '@baobab/contract/audit/endpoints.ts'
import type { App } from '../platform/app.ts'
import { BYTE_ORDER_MARK, formatCsvRow } from '../platform/files/csv.ts'
import { readAuditLog } from './read-audit-log.ts'

const BATCH_LINES = 500

const lagosTime = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Africa/Lagos',
})

function toCsvRow({ _id, at, admin, action, label, subject, details }: AuditLine): string {
  return formatCsvRow([
    Number(_id),
    lagosTime.format(new Date(at)),
    admin ?? '',
    label,
    action,
    subject?.kind ?? '',
    subject?.name ?? '',
    subject?._id ?? '',
    Object.entries(details)
      .map(([name, value]) => `${name}: ${value ?? ''}`)
      .join('; '),
  ])
}

/** Yields the selected lines as CSV, newest first, with Lagos times. */
export async function* writeAuditCsv(app: Pick<App, 'db'>, selection: AuditSelection): AsyncGenerator<string> {
  const header = ['Line', 'When (Lagos)', 'Admin', 'What', 'Action', 'Kind', 'About', 'Id', 'Details']
  yield BYTE_ORDER_MARK + formatCsvRow(header)
  let cursor: string | null | undefined
  do {
    const batch = await readAuditLog(app, { ...selection, limit: BATCH_LINES, ...(cursor ? { cursor } : {}) })
    yield batch.lines.map(toCsvRow).join('')
    cursor = batch.nextCursor
  } while (cursor)
}

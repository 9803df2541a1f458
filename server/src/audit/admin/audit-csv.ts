// The audit log as a file: read and sent piece by piece, however long it is.
import type { AuditLine, AuditSelection } from '@baobab/contract/audit.ts'
import type { App } from '../../platform/app.ts'
import { csvLine } from '../../platform/files/csv.ts'
import { readAuditLog } from './read-audit-log.ts'

const PIECE = 500

const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Africa/Lagos' })

function lineOf({ _id, at, admin, action, words, subject, details }: AuditLine): string {
  const about = [subject?.kind ?? '', subject?.name ?? '', subject?._id ?? '']
  const told = Object.entries(details).map(([name, value]) => `${name}: ${value ?? ''}`)
  return csvLine([Number(_id), time.format(new Date(at)), admin ?? '', words, action, ...about, told.join('; ')])
}

/** The lines of a selection as CSV, the newest first; times are those of Lagos. */
export async function* auditCsv(app: Pick<App, 'db'>, selection: AuditSelection): AsyncGenerator<string> {
  // With the mark by which Excel knows UTF-8.
  yield `\uFEFF${csvLine(['Line', 'When (Lagos)', 'Admin', 'What', 'Action', 'Kind', 'About', 'Id', 'Details'])}`
  let cursor: string | null | undefined
  do {
    const piece = await readAuditLog(app, { ...selection, limit: PIECE, ...(cursor ? { cursor } : {}) })
    yield piece.lines.map(lineOf).join('')
    cursor = piece.nextCursor
  } while (cursor)
}

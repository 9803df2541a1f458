// Every admin action writes a line, in the same transaction as the action itself. So does an automatic draw.
import type { App } from '../app.ts'
import type { Db, Tx } from '../database/database.ts'
import { isStorageFull } from '../http/errors.ts'
import { auditLines } from './tables.ts'

type Line = {
  /** Null for automatic actions. */
  adminId: string | null
  action: string
  subject?: string
  details?: Record<string, string | number | boolean | null>
}

/** Appends a line to the audit log. `subject` is an id and `details` must not name a person, because lines cannot be erased. */
export async function writeAuditLine(app: Pick<App, 'clock'>, db: Db | Tx, line: Line): Promise<void> {
  await db.insert(auditLines).values({
    adminId: line.adminId,
    action: line.action,
    subject: line.subject ?? null,
    details: line.details ?? {},
    at: app.clock.now(),
  })
}

/** Appends a line about a read. While the disk is full, the line goes to the server's log instead, so that reads keep working. */
export async function auditRead(app: Pick<App, 'clock' | 'db' | 'log'>, line: Line): Promise<void> {
  await writeAuditLine(app, app.db, line).catch((error: unknown) => {
    if (!isStorageFull(error)) throw error
    app.log.warn({ auditLine: line }, 'the disk is full: this audit line is only in the log')
  })
}

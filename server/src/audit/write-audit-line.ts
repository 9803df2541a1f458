// Every admin action writes a line, in the same transaction as the action itself.
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { auditLines } from './tables.ts'

type Line = {
  adminId: string
  action: string
  subject?: string
  details?: Record<string, string | number | boolean | null>
}

/** Appends a line to the audit log. `subject` is an id and `details` name no person, because lines cannot be erased. */
export async function writeAuditLine(app: Pick<App, 'clock'>, db: Db | Tx, line: Line): Promise<void> {
  await db.insert(auditLines).values({
    adminId: line.adminId,
    action: line.action,
    subject: line.subject ?? null,
    details: line.details ?? {},
    at: app.clock.now(),
  })
}

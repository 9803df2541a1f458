// Every admin action writes a line, in the same transaction as the action itself. So does an automatic draw.
import { and, eq, gt, sql } from 'drizzle-orm'
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
  await logIfFull(app, line, writeAuditLine(app, app.db, line))
}

/** How long further reads of a page write no line. */
export const SAME_PAGE_MS = 60_000

/**
 * Appends a line about a page that makes several requests. Within a minute, further reads of the same subject by the same admin
 * write no line, so that one visit to a page is one line, whichever request comes first.
 */
export async function auditPageRead(
  app: Pick<App, 'clock' | 'db' | 'log'>,
  line: Line & { adminId: string; subject: string },
): Promise<void> {
  const { adminId, action, subject } = line
  const since = new Date(app.clock.now().getTime() - SAME_PAGE_MS)
  const key = `audit ${adminId} ${action} ${subject}`
  const isSame = and(
    eq(auditLines.adminId, adminId),
    eq(auditLines.subject, subject),
    eq(auditLines.action, action),
    gt(auditLines.at, since),
  )
  await logIfFull(
    app,
    line,
    app.db.transaction(async (tx) => {
      // The requests of a page arrive together, perhaps at different servers.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
      if ((await tx.$count(auditLines, isSame)) === 0) await writeAuditLine(app, tx, line)
    }),
  )
}

async function logIfFull(app: Pick<App, 'log'>, line: Line, writing: Promise<void>): Promise<void> {
  await writing.catch((error: unknown) => {
    if (!isStorageFull(error)) throw error
    app.log.warn({ auditLine: line }, 'the disk is full: this audit line is only in the log')
  })
}

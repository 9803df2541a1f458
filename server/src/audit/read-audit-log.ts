// Reads the audit log: filtered, searched, newest line first.
import { actionLabel, auditActions, type AuditLine, type AuditSelection } from '@baobab/contract/audit/endpoints.ts'
import { and, asc, desc, eq, ilike, inArray, lt, or, sql, type SQL } from 'drizzle-orm'
import { startOfLagosDay } from '@baobab/contract/kernel/days.ts'
import { admins } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { isId } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { findSubjectIds, loadSubjects } from './subjects.ts'

type Page = AuditSelection & {
  limit: number
  cursor?: string | undefined
  /** Ids of lines, separated by commas: only these. */
  lines?: string | undefined
}

const toSearchKey = (value: string | undefined) => value?.normalize('NFC').trim().toLowerCase() ?? ''

/** Lines about a subject that is given by its id, its username, its title or the name of a setting. */
function isAboutSubject(subject: string): SQL | undefined {
  const text = toSearchKey(subject)
  if (text === '') return undefined
  if (isId(text))
    return sql`${auditLines.subject} in (select ${text} union all select id::text from attempts where student_id = ${text}::uuid
      union all select id::text from payments where student_id = ${text}::uuid)`
  return or(sql`${auditLines.subject} in (${findSubjectIds(text)})`, sql`lower(${auditLines.subject}) = ${text}`)
}

/** Lines that contain a text: in the admin, the action, the subject or the details. */
function containsText(search: string): SQL | undefined {
  const text = toSearchKey(search)
  if (text === '') return undefined
  const actions = Object.keys(auditActions).filter((action) => actionLabel(action).toLowerCase().includes(text))
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return or(
    isAboutSubject(text),
    actions.length > 0 ? inArray(auditLines.action, actions) : undefined,
    ilike(auditLines.action, pattern),
    ilike(admins.username, pattern),
    sql`${auditLines.details}::text ilike ${pattern}`,
  )
}

const startOf = (day: string) => sql`${startOfLagosDay(day).toISOString()}::timestamptz`

function toConditions(
  { action, subject, from, to, search }: AuditSelection,
  adminId: string | undefined,
): (SQL | undefined)[] {
  return [
    adminId ? eq(auditLines.adminId, adminId) : undefined,
    action ? eq(auditLines.action, action) : undefined,
    subject ? isAboutSubject(subject) : undefined,
    from ? sql`${auditLines.at} >= ${startOf(from)}` : undefined,
    to ? sql`${auditLines.at} < ${startOf(to)} + interval '1 day'` : undefined,
    search ? containsText(search) : undefined,
  ]
}

async function findAdminId(app: Pick<App, 'db'>, username: string): Promise<string> {
  const [row] = await app.db
    .select({ id: admins.id })
    .from(admins)
    .where(eq(admins.usernameKey, toSearchKey(username)))
  return row?.id ?? fail('not_found')
}

/** Reads one page of the log. Refused with not_found if the selection names an unknown admin. */
export async function readAuditLog(
  app: Pick<App, 'db'>,
  { limit, cursor, lines, ...selection }: Page,
): Promise<{ lines: AuditLine[]; nextCursor: string | null }> {
  const { seq, at, action, subject, details } = auditLines
  const adminId = selection.admin === undefined ? undefined : await findAdminId(app, selection.admin)
  const rows = await app.db
    .select({ seq, at, admin: admins.username, action, subject, details })
    .from(auditLines)
    .leftJoin(admins, eq(admins.id, auditLines.adminId))
    .where(
      and(
        ...toConditions(selection, adminId),
        cursor === undefined ? undefined : lt(seq, Number(cursor)),
        lines === undefined ? undefined : inArray(seq, lines.split(',').map(Number)),
      ),
    )
    .orderBy(desc(seq))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const ids = page.map((row) => row.subject).filter((id) => id !== null)
  const subjects = await loadSubjects(app.db, [...new Set(ids)])
  const toSubject = (id: string) => {
    const { kind = null, name = null } = subjects.get(id) ?? {}
    return { _id: id, kind, name }
  }
  return {
    lines: page.map((row) => ({
      _id: String(row.seq),
      at: row.at.toISOString(),
      admin: row.admin,
      action: row.action,
      label: actionLabel(row.action),
      subject: row.subject === null ? null : toSubject(row.subject),
      details: row.details,
    })),
    nextCursor: rows.length > limit ? String(page.at(-1)?.seq) : null,
  }
}

/** Lists the usernames of all present and former admins. */
export async function listAdminNames(app: Pick<App, 'db'>): Promise<string[]> {
  const rows = await app.db.select({ username: admins.username }).from(admins).orderBy(asc(admins.usernameKey))
  return rows.map((row) => row.username)
}

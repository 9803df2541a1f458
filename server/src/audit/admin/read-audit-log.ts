// Reads the audit log: filtered, searched, the newest line first.
import { actionLabel, auditActions, type AuditLine, type AuditSelection } from '@baobab/contract/audit.ts'
import { and, asc, desc, eq, ilike, inArray, lt, or, sql, type SQL } from 'drizzle-orm'
import { admins } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import { auditLines } from '../tables.ts'
import { isId } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { findSubjectIds, subjectsOf } from './subjects.ts'

type Page = AuditSelection & { limit: number; cursor?: string | undefined }

const plain = (value: string | undefined) => value?.normalize('NFC').trim().toLowerCase() ?? ''

/** The lines about something that is named by its id, its username, its title or a setting's name. */
function isAbout(subject: string): SQL | undefined {
  const text = plain(subject)
  if (text === '') return undefined
  if (isId(text))
    return sql`${auditLines.subject} in (select ${text} union all select id::text from attempts where student_id = ${text}::uuid
      union all select id::text from payments where student_id = ${text}::uuid)`
  return or(sql`${auditLines.subject} in (${findSubjectIds(text)})`, sql`lower(${auditLines.subject}) = ${text}`)
}

/** The lines that hold a text: in who, in what was done, about whom, or in the details. */
function holds(search: string): SQL | undefined {
  const text = plain(search)
  if (text === '') return undefined
  const actions = Object.keys(auditActions).filter((action) => actionLabel(action).toLowerCase().includes(text))
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return or(
    isAbout(text),
    actions.length > 0 ? inArray(auditLines.action, actions) : undefined,
    ilike(auditLines.action, pattern),
    ilike(admins.username, pattern),
    sql`${auditLines.details}::text ilike ${pattern}`,
  )
}

/** From 00:00 of a day in Lagos; Nigeria has one time zone and no summer time. */
const startOf = (day: string) => sql`${`${day}T00:00:00+01:00`}::timestamptz`

function selected(
  { action, subject, from, to, search }: AuditSelection,
  adminId: string | undefined,
): (SQL | undefined)[] {
  return [
    adminId ? eq(auditLines.adminId, adminId) : undefined,
    action ? eq(auditLines.action, action) : undefined,
    subject ? isAbout(subject) : undefined,
    from ? sql`${auditLines.at} >= ${startOf(from)}` : undefined,
    to ? sql`${auditLines.at} < ${startOf(to)} + interval '1 day'` : undefined,
    search ? holds(search) : undefined,
  ]
}

async function adminIdOf(app: Pick<App, 'db'>, username: string): Promise<string> {
  const [row] = await app.db
    .select({ id: admins.id })
    .from(admins)
    .where(eq(admins.usernameKey, plain(username)))
  return row?.id ?? fail('not_found')
}

/** One page of the log. */
export async function readAuditLog(
  app: Pick<App, 'db'>,
  { limit, cursor, ...selection }: Page,
): Promise<{ lines: AuditLine[]; nextCursor: string | null }> {
  const { seq, at, action, subject, details } = auditLines
  const adminId = selection.admin === undefined ? undefined : await adminIdOf(app, selection.admin)
  const rows = await app.db
    .select({ seq, at, admin: admins.username, action, subject, details })
    .from(auditLines)
    .leftJoin(admins, eq(admins.id, auditLines.adminId))
    .where(and(...selected(selection, adminId), cursor === undefined ? undefined : lt(seq, Number(cursor))))
    .orderBy(desc(seq))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const ids = page.map((row) => row.subject).filter((id) => id !== null)
  const subjects = await subjectsOf(app.db, [...new Set(ids)])
  const subjectOf = (id: string) => {
    const { kind = null, name = null } = subjects.get(id) ?? {}
    return { _id: id, kind, name }
  }
  return {
    lines: page.map((row) => ({
      _id: String(row.seq),
      at: row.at.toISOString(),
      admin: row.admin,
      action: row.action,
      words: actionLabel(row.action),
      subject: row.subject === null ? null : subjectOf(row.subject),
      details: row.details,
    })),
    nextCursor: rows.length > limit ? String(page.at(-1)?.seq) : null,
  }
}

/** All who are or were admins, by name. */
export async function listAdminNames(app: Pick<App, 'db'>): Promise<string[]> {
  const rows = await app.db.select({ username: admins.username }).from(admins).orderBy(asc(admins.usernameKey))
  return rows.map((row) => row.username)
}

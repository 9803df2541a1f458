// Reads the audit log, filtered and searched, newest line first.
import {
  actionLabel,
  auditActions,
  readActions,
  type AuditLine,
  type AuditSelection,
  type SubjectKind,
} from '@baobab/contract/audit/endpoints.ts'
import { and, asc, desc, eq, ilike, inArray, lt, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { toSearchKey } from '@baobab/contract/kernel/comparison.ts'
import { startOfLagosDay } from '@baobab/contract/kernel/days.ts'
import { admins } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { containsSearch, escapeLike } from '../platform/database/compare-texts.ts'
import { isId, type Db, type Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'

// Looks up the subjects of audit lines. An id does not say what it identifies, so every table that admins act on is searched.

type Subject = { id: string; kind: SubjectKind | null; name: string | null }

const selectNames = (kind: SubjectKind, name: SQL, from: SQL, ids: string[]) =>
  sql`select id::text, ${kind}::text as kind, (${name})::text as name from ${from} where id = any(${sql.param(ids)}::uuid[])`

/** Loads each subject's kind and current name. */
async function loadSubjects(db: Db | Tx, all: readonly string[]): Promise<Map<string, Subject>> {
  const found = new Map<string, Subject>(all.map((id) => [id, { id, kind: isId(id) ? null : 'setting', name: null }]))
  const ids = all.filter(isId)
  if (ids.length === 0) return found
  const parts = [
    selectNames('student', sql`case when erased_at is null then username end`, sql`students`, ids),
    selectNames('admin', sql`username`, sql`admins`, ids),
    selectNames('video', sql`case when deleted_at is null then title end`, sql`videos`, ids),
    selectNames('series', sql`title`, sql`series`, ids),
    selectNames('question', sql`question`, sql`questions`, ids),
    selectNames('report', sql`question`, sql`question_report_groups`, ids),
    selectNames('attempt', sql`${attemptName}`, sql`attempts`, ids),
    selectNames('payment', sql`reference`, sql`payments`, ids),
    selectNames('message', sql`first_name || ' ' || last_name`, sql`contact_messages`, ids),
    selectNames('notification', sql`title`, sql`notices`, ids),
    selectNames('import', sql`file_name`, sql`sheet_imports`, ids),
    selectNames('invitation', sql`email`, sql`admin_invitations`, ids),
    selectNames('export', sql`what`, sql`export_files`, ids),
    selectNames('bulk', sql`action`, sql`bulk_runs`, ids),
    selectNames('draw', sql`month`, sql`draws`, ids),
  ]
  const { rows } = await db.execute<Subject>(sql.join(parts, sql` union all `))
  for (const row of rows) found.set(row.id, row)
  return found
}

/** An attempt is named after its student and its video; attempts by erased students have no name. */
const attemptName = sql`select username || ', ' || video_title from students where students.id = attempts.student_id and erased_at is null`

const MAX_STUDENTS = 1_000

/** Finds students whose name contains a text of three or more letters, using the trigram index, or starts with a shorter one. */
function selectStudents(text: string): SQL {
  const withoutSigns = (value: string) => value.replace(/[_.-]/g, 'x')
  if (text.length < 3)
    return sql`select id from students where erased_at is null and username_key collate "C" like ${`${escapeLike(text)}%`} limit ${MAX_STUDENTS}`
  return sql`select id from students where erased_at is null and strpos(username_key, ${text}) > 0
    and translate(username_key, '_.-', 'xxx') like ${`%${escapeLike(withoutSigns(text))}%`} limit ${MAX_STUDENTS}`
}

/** Selects the ids, as text, of everything whose name contains a text, including a student's attempts and payments. */
function findSubjectIds(text: string): SQL {
  const has = (column: SQL) => containsSearch(column, text)
  return sql`
    with called as materialized (${selectStudents(text)})
    select id::text from called
    union all select attempts.id::text from attempts join called on attempts.student_id = called.id
    union all select payments.id::text from payments join called on payments.student_id = called.id
    union all select id::text from payments where lower(reference) = ${text}
    union all select id::text from admins where ${has(sql`username`)}
    union all select id::text from videos where deleted_at is null and ${has(sql`title`)}
    union all select id::text from series where ${has(sql`title`)}
    union all select id::text from questions where ${has(sql`question`)}
    union all select id::text from question_report_groups where ${has(sql`question`)}
    union all select id::text from contact_messages where ${has(sql`first_name || ' ' || last_name`)}
    union all select id::text from notices where ${has(sql`title`)}
    union all select id::text from sheet_imports where ${has(sql`file_name`)}
    union all select id::text from draws where month = ${text}
    union all select id::text from admin_invitations where ${has(sql`email`)}`
}

type Page = AuditSelection & {
  limit: number
  /** `deeds` leaves out lines about reading, unless an action is selected. */
  show?: 'deeds' | 'all'
  cursor?: string | undefined
}

/** Matches lines about a subject, given by its id, username, title or setting name. */
function isAboutSubject(subject: string): SQL | undefined {
  const text = toSearchKey(subject)
  if (text === '') return undefined
  if (isId(text))
    return sql`${auditLines.subject} in (select ${text} union all select id::text from attempts where student_id = ${text}::uuid
      union all select id::text from payments where student_id = ${text}::uuid)`
  return or(sql`${auditLines.subject} in (${findSubjectIds(text)})`, sql`lower(${auditLines.subject}) = ${text}`)
}

/** Matches lines that contain a text in the admin, action, subject or details. */
function containsText(search: string): SQL | undefined {
  const text = toSearchKey(search)
  if (text === '') return undefined
  const actions = Object.keys(auditActions).filter((action) => toSearchKey(actionLabel(action)).includes(text))
  const pattern = `%${escapeLike(text)}%`
  const details = sql`${auditLines.details}::text`
  return or(
    isAboutSubject(text),
    actions.length > 0 ? inArray(auditLines.action, actions) : undefined,
    ilike(auditLines.action, pattern),
    ilike(admins.username, pattern),
    sql`${details} ilike ${pattern}`,
    // Folding is slow, and changes only text with non-ASCII characters.
    sql`(octet_length(${details}) > char_length(${details}) and ${containsSearch(details, search)})`,
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

/** Reads one page of the log. Fails with not_found if the selection names an unknown admin. */
export async function readAuditLog(
  app: Pick<App, 'db'>,
  { limit, cursor, show = 'all', ...selection }: Page,
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
        show === 'deeds' && !selection.action ? notInArray(action, [...readActions]) : undefined,
        cursor === undefined ? undefined : lt(seq, Number(cursor)),
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

/** Lists the usernames of all current and former admins. */
export async function listAdminNames(app: Pick<App, 'db'>): Promise<string[]> {
  const rows = await app.db.select({ username: admins.username }).from(admins).orderBy(asc(admins.usernameKey))
  return rows.map((row) => row.username)
}

// Lists everyone affected by a breach: those whose data was read or exported since a given time by admins, or by anyone with an
// admin's login. Derived from the audit log.
import { actionLabel } from '@baobab/contract/audit/endpoints.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../platform/database/database.ts'
import { BYTE_ORDER_MARK, formatCsvRow } from '../platform/files/csv.ts'
import { SAME_PAGE_MS } from '../platform/audit/write-audit-line.ts'
import { UsageError } from '../platform/run-command.ts'

/** Actions that show the data of the student named in their audit line. */
const studentReads = [
  'student.read',
  'student.details_read',
  'student.points_read',
  'student.attempt_read',
  'student.birth_checked',
  'student.flags_read',
  'student.notes_read',
  'student.duplicates_read',
  'student.merge_previewed',
  'notifications.read',
]
/** Every action that shows personal data; exports may show anyone's. */
export const personalReads: readonly string[] = [
  ...studentReads,
  'payment.read',
  'prize.contacts_read',
  'message.read',
  'export.started',
  'export.opened',
  'audit.exported',
]
const BATCH_ROWS = 5_000

/** The start and end, and the admin; all admins if it is missing. */
export type BreachPeriod = { since: Date; until: Date; admin?: string | undefined }

type Person = { id: string; name: string; email: string; phone: string; guardian: string }
/** The first and last time are Lagos times. */
type Read = Person & { actions: string[]; times: number; first: string; last: string; admins: string[] }
/** `at` is an instant, `lagosAt` the same in readable form. */
type File = { what: string; at: string; lagosAt: string; admin: string | null; details: Record<string, unknown> }

const header = [
  'Affected',
  'Id',
  'Name',
  'Email',
  'Phone',
  "Guardian's email",
  'What',
  'Times',
  'First (Lagos)',
  'Last (Lagos)',
  'Admins',
]

/** A student's columns. An erased account has none of them any more. */
const studentColumns = sql`s.id::text as id, case when s.erased_at is null then s.username else '(account erased)' end as name,
  case when s.erased_at is null then coalesce(s.email, '') else '' end as email,
  coalesce(s.proved_number, nullif(s.international_number, ''), s.number) as phone,
  coalesce(s.guardian_email, s.guardian_number, '') as guardian`
const lagos = (instant: SQL) => sql`to_char(${instant} at time zone 'Africa/Lagos', 'YYYY-MM-DD HH24:MI:SS')`
const summary = sql`array_agg(distinct action) as actions, count(*)::int as times, ${lagos(sql`min(at)`)} as first,
  ${lagos(sql`max(at)`)} as last, array_remove(array_agg(distinct admin), null) as admins`

/**
 * The audit log's lines for a period, with the admins' usernames. A page that was read just before the period may have been read again
 * in it without another line, so its line counts too.
 */
const linesOf = ({ since, until, admin }: BreachPeriod): SQL => sql`lines as (
  select line.*, admins.username as admin from audit_lines line left join admins on admins.id = line.admin_id
  where (line.at >= ${since.toISOString()}::timestamptz or (line.action = 'student.details_read'
    and line.at > ${new Date(since.getTime() - SAME_PAGE_MS).toISOString()}::timestamptz)) and line.at < ${until.toISOString()}::timestamptz
  ${admin === undefined ? sql`` : sql`and admins.username_key = lower(${admin})`})`

/** Reads the students whose data was shown individually. For a merged account, returns the remaining one. */
async function readStudents(db: Db, period: BreachPeriod): Promise<Read[]> {
  const { rows } = await db.execute<Read>(sql`
    with ${linesOf(period)}, reads as (
      select subject as student_id, action, at, admin from lines where action in ${studentReads}
      union all select details ->> 'mergedStudentId', action, at, admin from lines where action = 'student.merge_previewed'
      union all select p.student_id::text, action, at, admin from lines
        join payments p on p.id::text = subject where action = 'payment.read'
      union all select c.student_id::text, action, at, admin from lines
        join draws d on d.month = any(string_to_array(details ->> 'months', ', '))
        join (select distinct draw_id, student_id from prize_claim_versions) c on c.draw_id = d.id where action = 'prize.contacts_read')
    select ${studentColumns}, ${summary} from reads join students shown on shown.id::text = reads.student_id
      join students s on s.id = coalesce(shown.merged_into_id, shown.id)
    group by s.id order by min(at), s.id`)
  return rows
}

/** Reads the senders of opened messages. */
async function readSenders(db: Db, period: BreachPeriod): Promise<Read[]> {
  const { rows } = await db.execute<Read>(sql`
    with ${linesOf(period)}
    select m.id::text as id, m.first_name || ' ' || m.last_name as name, m.email, '' as phone, '' as guardian, ${summary}
    from lines join contact_messages m on m.id::text = subject where action = 'message.read'
    group by m.id order by min(at), m.id`)
  return rows
}

/** Reads the files that were created or opened. An opened file may have been created earlier. */
async function readFiles(db: Db, period: BreachPeriod): Promise<File[]> {
  const { rows } = await db.execute<File>(sql`
    with ${linesOf(period)}
    select coalesce(made.details ->> 'what', 'audit') as what, lines.at::text as at,
      ${lagos(sql`lines.at`)} as "lagosAt", lines.admin, coalesce(made.details, lines.details) as details
    from lines left join audit_lines made on made.action = 'export.started' and made.subject = lines.subject
    where lines.action in ('export.started', 'export.opened', 'audit.exported') order by lines.seq`)
  return rows.filter(({ what }) => what !== 'questions')
}

/** The condition that a student may be in one of these files: they had an account, a payment or a line by then. */
function isIn(files: readonly File[]): SQL {
  const by = files.map(({ what, at }) => {
    const instant = sql`${at}::timestamptz`
    if (what === 'students') return sql`s.created_at <= ${instant}`
    if (what === 'payments')
      return sql`exists (select from payments p where p.student_id = s.id and p.opened_at <= ${instant})`
    return sql`exists (select from audit_lines l join students named on named.id::text = l.subject
      where s.id in (named.id, named.merged_into_id) and l.at <= ${instant})`
  })
  return sql.join(by, sql` or `)
}

/** Yields students who may be in a file and are not listed yet, in batches. */
async function* findStudentsInFiles(
  db: Db,
  files: readonly File[],
  listed: readonly string[],
): AsyncGenerator<Person[]> {
  if (files.length === 0) return
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await db.execute<Person>(sql`select ${studentColumns} from students s
      where s.id > ${after}::uuid and (${isIn(files)}) and s.erased_at is null and s.id::text <> all(${sql.param([...listed])})
      order by s.id limit ${BATCH_ROWS}`)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH_ROWS) return
    after = rows.at(-1)?.id ?? ''
  }
}

/** @throws UsageError for a mistyped name, which would find nobody */
async function refuseUnknownAdmin(db: Db, admin: string): Promise<void> {
  const { rows } = await db.execute(sql`select from admins where username_key = lower(${admin})`)
  if (rows.length === 0) throw new UsageError(`There is no admin "${admin}".`)
}

function toRow(affected: string, person: Person, read: Omit<Read, keyof Person>): string {
  const { id, name, email, phone, guardian } = person
  const what = read.actions.map(actionLabel).join('; ')
  const { times, first, last, admins } = read
  return formatCsvRow([affected, id, name, email, phone, guardian, what, times, first, last, admins.join(', ')])
}

/** Returns what a file contained, for the column What. */
function describeFile({ what, details }: File): string {
  const rest = Object.entries(details).filter(([name]) => name !== 'what' && name !== 'format')
  return [`file of ${what}`, ...rest.map(([name, value]) => `${name}: ${String(value)}`)].join(', ')
}

/**
 * Yields a CSV file of those affected by a period's reads and exports. `read` means their data was shown; `maybe` means an
 * exported file may contain them, because who was in a file is stored only until the file is deleted.
 */
export async function* writeBreachReport(db: Db, period: BreachPeriod): AsyncGenerator<string> {
  if (period.admin !== undefined) await refuseUnknownAdmin(db, period.admin)
  yield BYTE_ORDER_MARK + formatCsvRow(header)
  const [students, senders, files] = [
    await readStudents(db, period),
    await readSenders(db, period),
    await readFiles(db, period),
  ]
  for (const row of [...students, ...senders]) yield toRow('read', row, row)
  const [first, last] = [files[0], files.at(-1)]
  if (!first || !last) return
  const admins = [...new Set(files.flatMap(({ admin }) => admin ?? []))]
  const actions = [...new Set(files.map(describeFile))]
  const read = { actions, times: files.length, first: first.lagosAt, last: last.lagosAt, admins }
  for await (const people of findStudentsInFiles(
    db,
    files,
    students.map(({ id }) => id),
  ))
    yield people.map((person) => toRow('maybe', person, read)).join('')
}

// Looks up the subjects of audit lines. An id does not say what it identifies, so every table that admins act on is searched.
import type { SubjectKind } from '@baobab/contract/audit/endpoints.ts'
import { sql, type SQL } from 'drizzle-orm'
import { isId, type Db, type Tx } from '../platform/database/database.ts'

export type Subject = { id: string; kind: SubjectKind | null; name: string | null }

const selectNames = (kind: SubjectKind, name: SQL, from: SQL, ids: string[]) =>
  sql`select id::text, ${kind}::text as kind, (${name})::text as name from ${from} where id = any(${sql.param(ids)}::uuid[])`

/** Loads the kind and the present name of each subject. */
export async function loadSubjects(db: Db | Tx, all: readonly string[]): Promise<Map<string, Subject>> {
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

/** An attempt is named after its student and its video; attempts of erased students have no name. */
const attemptName = sql`select username || ', ' || video_title from students where students.id = attempts.student_id and erased_at is null`

const MAX_STUDENTS = 1_000

/** Students whose name contains a text of three letters or more, by the trigram index, or begins with a shorter one. */
function selectStudents(text: string): SQL {
  const escapeLike = (value: string) => value.replace(/[\\%_]/g, '\\$&')
  const withoutSigns = (value: string) => value.replace(/[_.-]/g, 'x')
  if (text.length < 3)
    return sql`select id from students where erased_at is null and username_key collate "C" like ${`${escapeLike(text)}%`} limit ${MAX_STUDENTS}`
  return sql`select id from students where erased_at is null and strpos(username_key, ${text}) > 0
    and translate(username_key, '_.-', 'xxx') like ${`%${escapeLike(withoutSigns(text))}%`} limit ${MAX_STUDENTS}`
}

/** Selects the ids, as text, of everything whose name contains a text; a student's attempts and payments too. */
export function findSubjectIds(text: string): SQL {
  const has = (column: SQL) => sql`strpos(lower(${column}), ${text}) > 0`
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

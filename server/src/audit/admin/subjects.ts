// What the ids in the audit log are about. An id says nothing of its kind: each table of things that admins act on is asked.
import type { SubjectKind } from '@baobab/contract/audit.ts'
import { sql, type SQL } from 'drizzle-orm'
import { isId, type Db, type Tx } from '../../platform/database/database.ts'

export type Subject = { id: string; kind: SubjectKind | null; name: string | null }

const named = (kind: SubjectKind, name: SQL, from: SQL, ids: string[]) =>
  sql`select id::text, ${kind}::text as kind, (${name})::text as name from ${from} where id = any(${sql.param(ids)}::uuid[])`

/** Who or what these subjects are, as they are called today. */
export async function subjectsOf(db: Db | Tx, all: readonly string[]): Promise<Map<string, Subject>> {
  const found = new Map<string, Subject>(all.map((id) => [id, { id, kind: isId(id) ? null : 'setting', name: null }]))
  const ids = all.filter(isId)
  if (ids.length === 0) return found
  const parts = [
    named('student', sql`case when erased_at is null then username end`, sql`students`, ids),
    named('admin', sql`username`, sql`admins`, ids),
    named('video', sql`case when deleted_at is null then title end`, sql`videos`, ids),
    named('question', sql`question`, sql`questions`, ids),
    named('attempt', sql`${attemptName}`, sql`attempts`, ids),
    named('payment', sql`reference`, sql`payments`, ids),
    named('message', sql`first_name || ' ' || last_name`, sql`contact_messages`, ids),
    named('notification', sql`title`, sql`notices`, ids),
    named('import', sql`file_name`, sql`sheet_imports`, ids),
    named('invitation', sql`email`, sql`admin_invitations`, ids),
    named('export', sql`what`, sql`export_files`, ids),
  ]
  const { rows } = await db.execute<Subject>(sql.join(parts, sql` union all `))
  for (const row of rows) found.set(row.id, row)
  return found
}

/** An attempt is called after whose it is; an erased student's has no name. */
const attemptName = sql`select username || ', ' || video_title from students where students.id = attempts.student_id and erased_at is null`

const MOST = 1_000

/** Students by a piece of their name (three letters or more, by the index of trigrams), or by its beginning. */
function studentsCalled(text: string): SQL {
  const pattern = (value: string) => value.replace(/[\\%_]/g, '\\$&')
  const signs = (value: string) => value.replace(/[_.-]/g, 'x')
  if (text.length < 3)
    return sql`select id from students where erased_at is null and username_key collate "C" like ${`${pattern(text)}%`} limit ${MOST}`
  return sql`select id from students where erased_at is null and strpos(username_key, ${text}) > 0
    and translate(username_key, '_.-', 'xxx') like ${`%${pattern(signs(text))}%`} limit ${MOST}`
}

/** The ids of all that is called like a text, as a query of texts; a student's attempts are about that student. */
export function findSubjectIds(text: string): SQL {
  const has = (column: SQL) => sql`strpos(lower(${column}), ${text}) > 0`
  return sql`
    with called as materialized (${studentsCalled(text)})
    select id::text from called
    union all select attempts.id::text from attempts join called on attempts.student_id = called.id
    union all select payments.id::text from payments join called on payments.student_id = called.id
    union all select id::text from payments where lower(reference) = ${text}
    union all select id::text from admins where ${has(sql`username`)}
    union all select id::text from videos where deleted_at is null and ${has(sql`title`)}
    union all select id::text from questions where ${has(sql`question`)}
    union all select id::text from contact_messages where ${has(sql`first_name || ' ' || last_name`)}
    union all select id::text from notices where ${has(sql`title`)}
    union all select id::text from sheet_imports where ${has(sql`file_name`)}
    union all select id::text from admin_invitations where ${has(sql`email`)}`
}

import { sql, type SQL } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { removeOutgrownEntries, isInCategory } from './remove-outgrown-entries.ts'

/**
 * Relists entries that were removed too early: the clock was ahead, or the date of birth has since been corrected. Their scores were
 * kept. Also lists entries that were never listed because the student was not in their category yet, and entries of students who are
 * no longer disqualified.
 * @returns the number of entries relisted
 */
async function returnEntries(app: Pick<App, 'clock' | 'db'>): Promise<number> {
  const early = await app.db.execute<{ student_id: string }>(
    sql`select distinct student_id from (${selectEarly(app)}) as early`,
  )
  let count = 0
  for (const { student_id: studentId } of early.rows) count += await returnEntriesOf(app, app.db, studentId)
  return count
}

/** Selects the entries to relist: of all students, or of one. */
function selectEarly(app: Pick<App, 'clock'>, studentId?: string): SQL {
  return sql`
    select entry.id, entry.student_id from standings as entry join students on students.id = entry.student_id
    where not entry.stands and ${isInCategory(app.clock.now())}
      and students.disqualified_at is null and students.erased_at is null
      and coalesce((
        select reason from standing_changes as change
        where change.student_id = entry.student_id and standing_id = entry.id and stood and not change.stands
        order by seq desc limit 1
      ), 'left-category') in ('left-category', 'disqualified')
      ${studentId === undefined ? sql`` : sql`and entry.student_id = ${studentId}::uuid`}`
}

/**
 * Relists the entry of the category in which a student is today, unless it may not be listed.
 * @returns the number of entries relisted
 */
export async function returnEntriesOf(app: Pick<App, 'clock'>, db: Db | Tx, studentId: string): Promise<number> {
  // Locks the student, so that one who is disqualified or erased in the meantime is not relisted.
  const { rowCount } = await db.execute(sql`
    with early as (${selectEarly(app, studentId)} for update of entry for share of students),
    returned as (
      update standings set stands = true from early where standings.student_id = ${studentId}::uuid and standings.id = early.id
      returning standings.id, age_category, score
    )
    insert into standing_changes (standing_id, student_id, age_category, delta, score_after, stood, stands, reason, at)
    select id, ${studentId}::uuid, age_category, 0, score, false, true, 'returned', ${app.clock.now().toISOString()}::timestamptz from returned`)
  return rowCount ?? 0
}

/** Lists exactly the entries whose students are in the category today, except those that may not be listed. */
export async function updateListing(app: App): Promise<void> {
  await removeOutgrownEntries(app)
  await returnEntries(app)
}

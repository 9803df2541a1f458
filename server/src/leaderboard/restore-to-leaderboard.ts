import { sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { isInCategory } from './remove-outgrown-entries.ts'

/**
 * Lists a student again after a disqualification, in the category the student still belongs to. Every server updates its ranking
 * from the ledger.
 * @returns the number of entries restored: 0 or 1
 */
export async function restoreToLeaderboard(app: Pick<App, 'clock'>, tx: Tx, studentId: string): Promise<number> {
  const now = app.clock.now()
  const { rowCount } = await tx.execute(sql`
    with restored as (
      update standings set stands = true
      where student_id = ${studentId}::uuid and not stands and ${isInCategory(now)}
      returning id, age_category, score
    )
    insert into standing_changes (standing_id, student_id, age_category, delta, score_after, stood, stands, reason, at)
    select id, ${studentId}::uuid, age_category, 0, score, false, true, 'restored', ${now.toISOString()}::timestamptz from restored`)
  return rowCount ?? 0
}

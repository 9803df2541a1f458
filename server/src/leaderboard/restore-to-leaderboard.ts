// Gives standings their places back: who was disqualified and is restored. The ledger tells every server, as it does of
// those who leave (leave-board.ts).
import { lagosDate } from '@baobab/contract/age.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'

/** Puts a student's standing back on its board, if the category is still the student's. Answers how many. */
export async function restoreToLeaderboard(app: Pick<App, 'clock'>, tx: Tx, studentId: string): Promise<number> {
  const now = app.clock.now()
  const { rowCount } = await tx.execute(sql`
    with back as (
      update standings set stands = true
      where student_id = ${studentId}::uuid and not stands and leaves_on > ${lagosDate(now)}::date
      returning id, age_category, score
    )
    insert into standing_changes (standing_id, age_category, delta, score_after, stood, stands, reason, at)
    select id, age_category, 0, score, false, true, 'restored', ${now.toISOString()}::timestamptz from back`)
  return rowCount ?? 0
}

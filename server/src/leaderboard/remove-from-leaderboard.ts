// Takes standings off their boards; score and history stay. Each leaves a line in the ledger, from which every server
// learns of it.
import { sql, type SQL } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'

type Leaving = {
  reason: 'left-category' | 'disqualified' | 'erased'
  /** Which: an SQL condition on `standings`. */
  which: SQL
}

/** Takes the standings off their boards that have a place and fit the condition. Answers how many. */
export async function removeFromLeaderboard(app: Pick<App, 'clock'>, db: Db | Tx, leaving: Leaving): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with gone as (
      update standings set stands = false where stands and (${leaving.which})
      returning id, age_category, score
    )
    insert into standing_changes (standing_id, age_category, delta, score_after, stood, stands, reason, at)
    select id, age_category, 0, score, true, false, ${leaving.reason}, ${app.clock.now().toISOString()}::timestamptz
    from gone`)
  return rowCount ?? 0
}

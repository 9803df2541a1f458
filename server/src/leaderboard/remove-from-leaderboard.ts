import { sql, type SQL } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'

type Removal = {
  reason: 'left-category' | 'disqualified' | 'erased'
  /** The entries to remove: an SQL condition on the columns of `standings`. */
  condition: SQL
}

/**
 * Removes the listed entries that match a condition; their scores are kept. Each removal adds a row to the ledger, from which
 * every server updates its ranking.
 * @returns the number of entries removed
 */
export async function removeFromLeaderboard(
  app: Pick<App, 'clock'>,
  db: Db | Tx,
  { reason, condition }: Removal,
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with removed as (
      update standings set stands = false where stands and (${condition})
      returning id, student_id, age_category, score
    ), lines as (
    insert into standing_changes (standing_id, student_id, age_category, delta, score_after, stood, stands, reason, at)
    select id, student_id, age_category, 0, score, true, false, ${reason}::text, ${app.clock.now().toISOString()}::timestamptz
    from removed returning 1)
    select count(*)::integer as count from lines`)
  return rows[0]?.count ?? 0
}

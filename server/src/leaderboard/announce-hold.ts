import { sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'

/**
 * Writes to the ledger that a student was put on hold or released. Points and ranks stay; the row makes every server render the
 * student's boards again.
 */
export async function announceHold(
  app: Pick<App, 'clock'>,
  tx: Tx,
  { studentId, reason }: { studentId: string; reason: 'held' | 'released' },
): Promise<void> {
  // Locks the entries, so that no answer changes their score between the read and the insert.
  await tx.execute(sql`
    with entries as (
      select id, age_category, score from standings where student_id = ${studentId}::uuid and stands for update
    ), lines as (
    insert into standing_changes (standing_id, student_id, age_category, delta, score_after, stood, stands, reason, at)
    select id, ${studentId}::uuid, age_category, 0, score, true, true, ${reason}::text, ${app.clock.now().toISOString()}::timestamptz
    from entries returning 1)
    select count(*) from lines`)
}

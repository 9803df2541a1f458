// Moves a student to the board of another category after the date of birth was corrected.
import { ageCategories, leavesCategoryOn } from '@baobab/contract/accounts/rules.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { isInCategory } from './remove-outgrown-entries.ts'
import { removeFromLeaderboard } from './remove-from-leaderboard.ts'
import { leaderboardEntries } from './tables.ts'
import { returnEntriesOf } from './update-listing.ts'

/**
 * Stores when a student leaves each category, and lists only the entry of today's category. Scores stay where they were earned. The
 * caller has locked the student and stored the new date of birth.
 */
export async function moveToCategory(
  app: Pick<App, 'clock'>,
  tx: Tx,
  { id, birth }: { id: string; birth: string },
): Promise<void> {
  for (const ageCategory of ageCategories)
    await tx
      .update(leaderboardEntries)
      .set({ leavesOn: leavesCategoryOn(birth, ageCategory) })
      .where(and(eq(leaderboardEntries.studentId, id), eq(leaderboardEntries.ageCategory, ageCategory)))
  const condition = sql`student_id = ${id}::uuid and not ${isInCategory(app.clock.now())}`
  await removeFromLeaderboard(app, tx, { reason: 'left-category', condition })
  await returnEntriesOf(app, tx, id)
}

import { sql, type SQL } from 'drizzle-orm'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { App } from '../platform/app.ts'
import { removeFromLeaderboard } from './remove-from-leaderboard.ts'

/**
 * The condition that a student is in an entry's category on a day. The older category lasts ten years: an entry that leaves it
 * later was created while the clock was ahead, and is listed from the birthday on which the student enters it.
 */
export const isInCategory = (now: Date): SQL =>
  sql`(leaves_on > ${lagosDate(now)}::date and leaves_on <= ${lagosDate(now)}::date + interval '10 years')`

/**
 * Removes the entries of students who have outgrown the category, which happens on a birthday, or have not entered it yet; scores
 * are kept.
 * @returns the number of entries removed
 */
export async function removeOutgrownEntries(app: App): Promise<number> {
  // Written as two ranges, so that each can use the index.
  const today = lagosDate(app.clock.now())
  const condition = sql`leaves_on <= ${today}::date or leaves_on > ${today}::date + interval '10 years'`
  return removeFromLeaderboard(app, app.db, { reason: 'left-category', condition })
}

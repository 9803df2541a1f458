import { sql, type SQL } from 'drizzle-orm'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { App } from '../platform/app.ts'
import { removeFromLeaderboard } from './remove-from-leaderboard.ts'

/**
 * The condition that a student is in an entry's category on a day. The younger category lasts six years and the older one ten: an
 * entry that leaves it later than that belongs to a student who is too young for it, because the clock was ahead or the date of
 * birth was corrected. It is listed from the birthday on which the student enters the category.
 */
export const isInCategoryOn = (day: SQL): SQL =>
  sql`(leaves_on > ${day} and leaves_on <= ${day} + interval '10 years'
    and (age_category <> '5-10' or leaves_on <= ${day} + interval '6 years'))`

/** The condition that a student is in an entry's category today. */
export const isInCategory = (now: Date): SQL => isInCategoryOn(sql`${lagosDate(now)}::date`)

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

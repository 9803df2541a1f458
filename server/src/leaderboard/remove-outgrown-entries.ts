import { sql, type SQL } from 'drizzle-orm'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { App } from '../platform/app.ts'
import { removeFromLeaderboard } from './remove-from-leaderboard.ts'

/**
 * The condition that a student is in an entry's category on a day. The younger category lasts six years and the older one ten. A
 * student who leaves it later than that is too young for it, because the clock was ahead or the date of birth was corrected. The
 * entry is listed from the birthday on which the student enters the category.
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
  const today = sql`${lagosDate(app.clock.now())}::date`
  // Written as two ranges, so that each can use the index.
  const condition = sql`leaves_on <= ${today} or leaves_on > ${today} + interval '10 years'`
  // Servers of earlier releases list entries of children below five. These are found by date of birth, because a third range of
  // `leaves_on` would also contain the entry of every student from eleven to fourteen.
  const tooYoung = sql`age_category = '5-10' and leaves_on > ${today} + interval '6 years'
    and student_id in (select id from students where birth >= ${today} - interval '5 years')`
  const reason = 'left-category'
  return (
    (await removeFromLeaderboard(app, app.db, { reason, condition })) +
    (await removeFromLeaderboard(app, app.db, { reason, condition: tooYoung }))
  )
}

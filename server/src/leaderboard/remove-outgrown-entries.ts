import { sql } from 'drizzle-orm'
import { lagosDate } from '@baobab/contract/age.ts'
import type { App } from '../platform/app.ts'
import { removeFromLeaderboard } from './remove-from-leaderboard.ts'

/**
 * Removes the entries of students who have outgrown the category, which happens on a birthday; scores are kept.
 * @returns the number of entries removed
 */
export async function removeOutgrownEntries(app: App): Promise<number> {
  const condition = sql`leaves_on <= ${lagosDate(app.clock.now())}::date`
  return removeFromLeaderboard(app, app.db, { reason: 'left-category', condition })
}

// On the birthday that leaves a category, the old standing leaves its board; score and history stay (decisions 2).
import { sql } from 'drizzle-orm'
import { lagosDate } from '@baobab/contract/age.ts'
import type { App } from '../platform/app.ts'
import { removeFromLeaderboard } from './remove-from-leaderboard.ts'

/** Takes off every standing whose student is no longer of its category. Answers how many. */
export async function removeOutgrownEntries(app: App): Promise<number> {
  const which = sql`leaves_on <= ${lagosDate(app.clock.now())}::date`
  return removeFromLeaderboard(app, app.db, { reason: 'left-category', which })
}

import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { recordBoardWeek } from './board-weeks.ts'
import { updateListing } from './update-listing.ts'

/**
 * Removes outgrown entries at midnight in Lagos, and at startup in case no server was running at midnight. The schedule repeats
 * it, because otherwise a failure at midnight would go unnoticed and not be retried. Also stores the boards of each week.
 */
export async function startLeaderboardJobs(app: App): Promise<void> {
  const update = unlessClockIsHeld(app, 'outgrown-entries', () => updateListing(app))
  app.jobs.atMidnightOnEveryServer(update)
  await app.jobs.schedule('outgrown-entries', '2 0 * * *', update)
  await update()
  // Also on every start, in case no server was running on Monday.
  const record = unlessClockIsHeld(app, 'board-weeks', () => recordBoardWeek(app))
  await app.jobs.schedule('board-weeks', '4 0 * * 1', record)
  await record()
}

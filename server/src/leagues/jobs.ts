import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { closeWeeks } from './close-weeks.ts'

/** Closes the leagues of a week when it ends. Repeated, so that a failure or an outage only delays it. */
export async function startLeagueJobs(app: App): Promise<void> {
  const close = unlessClockIsHeld(app, 'league-weeks', () => closeWeeks(app))
  await app.jobs.schedule('league-weeks', '*/5 * * * *', close)
}

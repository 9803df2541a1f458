import type { App } from '../app.ts'
import { retireStandings } from './retire-standings.ts'

/** Takes off who leaves a category, at the very midnight; a server that was off then catches up when it starts. */
export async function startLeaderboardJobs(app: App): Promise<void> {
  app.jobs.atMidnight(() => retireStandings(app))
  await retireStandings(app)
}

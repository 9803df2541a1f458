import type { App } from '../app.ts'
import { retireStandings } from './retire-standings.ts'

export async function startLeaderboardJobs(app: App): Promise<void> {
  await app.jobs.schedule('birthdays', '0 0 * * *', async () => {
    await retireStandings(app)
  })
  // A server that was off at midnight catches up when it starts.
  await retireStandings(app)
}

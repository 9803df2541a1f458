import type { App } from '../platform/app.ts'
import { removeOutgrownEntries } from './remove-outgrown-entries.ts'

/**
 * Removes outgrown entries at midnight in Lagos, and at startup in case no server was running at midnight. The schedule
 * repeats it, because a failure at midnight would otherwise be seen by nobody and tried again by nothing.
 */
export async function startLeaderboardJobs(app: App): Promise<void> {
  app.jobs.atMidnightOnEveryServer(() => removeOutgrownEntries(app))
  await app.jobs.schedule('outgrown-entries', '2 0 * * *', async () => void (await removeOutgrownEntries(app)))
  await removeOutgrownEntries(app)
}

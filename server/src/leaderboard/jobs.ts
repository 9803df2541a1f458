import type { App } from '../platform/app.ts'
import { removeOutgrownEntries } from './remove-outgrown-entries.ts'

/** Removes outgrown entries at midnight in Lagos, and at startup in case no server was running at midnight. */
export async function startLeaderboardJobs(app: App): Promise<void> {
  app.jobs.atMidnightOnEveryServer(() => removeOutgrownEntries(app))
  await removeOutgrownEntries(app)
}

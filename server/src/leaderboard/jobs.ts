import type { App } from '../platform/app.ts'
import { removeOutgrownEntries } from './remove-outgrown-entries.ts'

/** Takes off who leaves a category, at the very midnight; a server that was off then catches up when it starts. */
export async function startLeaderboardJobs(app: App): Promise<void> {
  app.jobs.atMidnightOnEveryServer(() => removeOutgrownEntries(app))
  await removeOutgrownEntries(app)
}

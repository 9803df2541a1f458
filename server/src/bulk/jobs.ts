import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { forgetOldRows } from './forget-rows.ts'
import { deleteOldRuns } from './read-runs.ts'
import { bulkFailed, bulkJobs, stopRun, workRun } from './work-run.ts'

/** Two at a time, so that a long run does not delay a short one. */
const CONCURRENCY = 2

export async function startBulkJobs(app: App): Promise<void> {
  await app.jobs.workLong(bulkJobs, ({ runId }, signal) => workRun(app, runId, signal), CONCURRENCY)
  await app.jobs.work(bulkFailed, ({ runId }) => stopRun(app, runId))
  const clean = unlessClockIsHeld(app, 'bulk-runs-cleaning', async () => {
    await forgetOldRows(app)
    await deleteOldRuns(app)
  })
  await app.jobs.schedule('bulk-runs-cleaning', '26 3 * * *', clean)
}

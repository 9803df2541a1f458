import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { exportFailed, failExport, makeExport, writeExport } from './make-export.ts'
import { deleteExpiredExports } from './delete-expired-exports.ts'

export async function startExportJobs(app: App): Promise<void> {
  await app.jobs.workLong(makeExport, (job, signal) => writeExport(app, job, signal), 1)
  await app.jobs.work(exportFailed, (job) => failExport(app, job))
  const sweep = unlessClockIsHeld(app, 'sweep-exports', () => deleteExpiredExports(app))
  await app.jobs.schedule('sweep-exports', '41 * * * *', sweep)
}

import type { App } from '../platform/app.ts'
import { exportFailed, failExport, makeExport, writeExport } from './make-export.ts'
import { deleteExpiredExports } from './delete-expired-exports.ts'

export async function startExportJobs(app: App): Promise<void> {
  await app.jobs.workLong(makeExport, (job, signal) => writeExport(app, job, signal), 1)
  await app.jobs.work(exportFailed, (job) => failExport(app, job))
  await app.jobs.schedule('sweep-exports', '41 * * * *', async () => void (await deleteExpiredExports(app)))
}

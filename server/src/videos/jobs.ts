import { availableParallelism } from 'node:os'
import type { App } from '../app.ts'
import { giveUp, makeStream, removeLeftWork } from './processing/make-stream.ts'
import { programsOf } from './processing/programs.ts'
import { processingFailed, processVideo } from './processing/start-processing.ts'
import { sweepUploads } from './resumable/sweep-uploads.ts'
import { sweepFiles } from './stored-files.ts'

/** One encoding for each core but one, so that the server keeps one to answer with. */
const ENCODINGS_AT_ONCE = Math.max(1, availableParallelism() - 1)

export async function startVideoJobs(app: App): Promise<void> {
  await sweepFiles(app)
  await removeLeftWork(app)
  await app.jobs.schedule('sweep-uploads', '17 * * * *', async () => void (await sweepUploads(app)))
  await app.jobs.work(processingFailed, (job) => giveUp(app, job))
  // A server without ffmpeg leaves the queue to those that have it.
  if (await programsOf(app))
    await app.jobs.workLong(processVideo, (job, signal) => makeStream(app, job, signal), ENCODINGS_AT_ONCE)
}

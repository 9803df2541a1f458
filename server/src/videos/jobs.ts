import { availableParallelism } from 'node:os'
import type { App } from '../platform/app.ts'
import { giveUp, makeStream, removeAbandonedWork } from './processing/make-stream.ts'
import { getFfmpeg } from './processing/find-ffmpeg.ts'
import { processingFailed, processVideo } from './processing/start-processing.ts'
import { sweepUploads } from './resumable-upload/sweep-uploads.ts'
import { sweepFiles } from './stored-files.ts'

/** One encoding for each core but one, so that the server keeps one to answer with. */
const ENCODINGS_AT_ONCE = Math.max(1, availableParallelism() - 1)

export async function startVideoJobs(app: App): Promise<void> {
  await sweepFiles(app)
  await removeAbandonedWork(app)
  await app.jobs.schedule('sweep-uploads', '17 * * * *', async () => void (await sweepUploads(app)))
  await app.jobs.work(processingFailed, (job) => giveUp(app, job))
  // A server without ffmpeg leaves the queue to those that have it.
  if (await getFfmpeg(app))
    await app.jobs.workLong(processVideo, (job, signal) => makeStream(app, job, signal), ENCODINGS_AT_ONCE)
}

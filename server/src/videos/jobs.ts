import { availableParallelism } from 'node:os'
import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { canProcess } from './processing/find-ffmpeg.ts'
import { makeStream, recordFailure, removeAbandonedWork } from './processing/make-stream.ts'
import { processingFailed, processVideo } from './processing/process-video-queue.ts'
import { sweepUploads } from './resumable-upload/sweep-uploads.ts'
import { enqueueSinglePictures, remakePoster, storePoster } from './store-poster.ts'
import { sweepOrphanedFiles } from './stored-files.ts'

/** Runs one encoding per core, except for one core that is left for requests. */
const CONCURRENT_ENCODINGS = Math.max(1, availableParallelism() - 1)

export async function startVideoJobs(app: App): Promise<void> {
  // Both run even if the date is doubtful: the first reads no clock, and the second deletes only folders whose files
  // can be made again.
  await sweepOrphanedFiles(app)
  await removeAbandonedWork(app)
  const sweep = unlessClockIsHeld(app, 'sweep-uploads', () => sweepUploads(app))
  await app.jobs.schedule('sweep-uploads', '17 * * * *', sweep)
  await app.jobs.work(storePoster, (job) => remakePoster(app, job))
  await enqueueSinglePictures(app)
  await app.jobs.work(processingFailed, (job) => recordFailure(app, job))
  // A server without ffmpeg leaves the queue to the servers that have it.
  if (await canProcess(app))
    await app.jobs.workLong(processVideo, (job, signal) => makeStream(app, job, signal), CONCURRENT_ENCODINGS)
}

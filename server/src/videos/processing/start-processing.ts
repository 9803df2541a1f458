import { eq } from 'drizzle-orm'
import { videosText } from '@baobab/contract/videos-text.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import { defineQueue } from '../../platform/jobs/jobs.ts'
import type { VideoRow } from '../queries.ts'
import { videos } from '../tables.ts'
import { getFfmpeg } from './find-ffmpeg.ts'

export type StreamJob = { videoId: string; file: string }

/** Tells of a stream that could not be made, after all tries; also where each try took its server along. */
export const processingFailed = defineQueue<StreamJob>('process-video-failed')

/**
 * The making of a stream from one file; a job whose file is not the video's any more has nothing to do. A server that
 * dies with one is missed after `heartbeatSeconds`; one that stands still is ended long before the job runs out.
 */
export const processVideo = defineQueue<StreamJob>('process-video', {
  retryLimit: 3,
  heartbeatSeconds: 20,
  expireInSeconds: 12 * 3_600,
  deadLetter: processingFailed,
})

/**
 * Has the stream of a film made in the background; the job exists exactly if the transaction commits. Without ffmpeg
 * there is none to make: the film plays as it is, or does not.
 */
export async function startProcessing(app: App, tx: Tx, video: VideoRow): Promise<VideoRow> {
  if (video.file === null) return video
  const canMake = (await getFfmpeg(app)) !== undefined
  const plays = video.plays || video.stream !== null
  const asItIs = plays
    ? ({ state: 'ready', failure: null, progress: null } as const)
    : ({ state: 'failed', failure: videosText.notForBrowsers, progress: null } as const)
  const [row] = await tx
    .update(videos)
    .set(canMake ? { state: 'processing', failure: null, progress: 0 } : asItIs)
    .where(eq(videos.id, video.id))
    .returning()
  if (canMake) await app.jobs.send(tx, processVideo, { videoId: video.id, file: video.file })
  return row ?? video
}

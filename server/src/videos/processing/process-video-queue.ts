import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import { defineQueue } from '../../platform/jobs/jobs.ts'
import { initialState } from '../rules.ts'
import { videos, type VideoRow } from '../tables.ts'
import { canProcess } from './find-ffmpeg.ts'

/**
 * Encodes the stream of one file. Does nothing if the file was replaced, or its encoding was started again meanwhile.
 * Jobs of an earlier version, and those of an upload, have no `encoding`, and neither do their videos.
 */
export type StreamJob = { videoId: string; file: string; encoding?: string | null }

/** Receives the jobs that failed in every attempt, including jobs whose server crashed each time. */
export const processingFailed = defineQueue<StreamJob>('process-video-failed')

/**
 * Jobs that make streams. The crash of a server is detected after `heartbeatSeconds`, and an ffmpeg that hangs is
 * stopped long before the job expires.
 */
export const processVideo = defineQueue<StreamJob>('process-video', {
  retryLimit: 3,
  heartbeatSeconds: 20,
  expireInSeconds: 12 * 3_600,
  deadLetter: processingFailed,
})

/** Sends the job for a video in the state 'processing'. The job runs only if the transaction commits. */
export async function enqueueProcessing(app: App, tx: Tx, { id, file, state, encoding }: VideoRow): Promise<void> {
  if (state !== 'processing' || file === null) return
  await app.jobs.send(tx, processVideo, { videoId: id, file, encoding })
}

/**
 * Puts a stored video back into its initial state and, if this server can make streams, sends its job. A job that was sent before
 * becomes obsolete.
 */
export async function restartProcessing(app: App, tx: Tx, video: VideoRow): Promise<VideoRow> {
  const isPlayable = video.plays || video.stream !== null
  const [updated = video] = await tx
    .update(videos)
    .set({ ...initialState({ isPlayable, canProcess: await canProcess(app) }), encoding: randomUUID() })
    .where(eq(videos.id, video.id))
    .returning()
  await enqueueProcessing(app, tx, updated)
  return updated
}

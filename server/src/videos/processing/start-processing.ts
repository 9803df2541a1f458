import { eq } from 'drizzle-orm'
import type { App } from '../../app.ts'
import type { Tx } from '../../platform/database.ts'
import { queue } from '../../platform/jobs.ts'
import type { VideoRow } from '../queries.ts'
import { videos } from '../tables.ts'

/** The making of a stream from one file; a job whose file is not the video's any more has nothing to do. */
export const processVideo = queue<{ videoId: string; file: string }>('process-video', { retryLimit: 3 })

/** Has the stream of a film made in the background; the job exists exactly if the transaction commits. */
export async function startProcessing(app: App, tx: Tx, video: VideoRow): Promise<VideoRow> {
  if (video.file === null) return video
  const [row] = await tx
    .update(videos)
    .set({ state: 'processing', failure: null, progress: 0 })
    .where(eq(videos.id, video.id))
    .returning()
  await app.jobs.send(tx, processVideo, { videoId: video.id, file: video.file })
  return row ?? video
}

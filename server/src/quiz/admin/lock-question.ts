// Whoever changes the questions of a video holds the video's row until the end: limits, places and 'once' stay true.
import { and, eq, isNull } from 'drizzle-orm'
import { isId, type Db, type Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import type { VideoRow } from '../../videos/queries.ts'
import { videos } from '../../videos/tables.ts'
import type { QuestionRow } from '../queries.ts'
import { questions } from '../tables.ts'

/** Locks a video for its questions' sake; undefined where it is deleted. */
export async function lockVideo(tx: Tx, videoId: string): Promise<VideoRow | undefined> {
  const [video] = await tx
    .select()
    .from(videos)
    .where(and(eq(videos.id, videoId), isNull(videos.deletedAt)))
    .for('no key update')
  return video
}

/** A question and its video, both to be changed; 404 where there is none. */
export async function lockQuestion(tx: Tx, id: string): Promise<{ question: QuestionRow; video: VideoRow }> {
  const found = await questionOf(tx, id)
  const video = (await lockVideo(tx, found.videoId)) ?? fail('not_found')
  // Read again: it may have changed or gone while we waited.
  return { question: await questionOf(tx, id), video }
}

async function questionOf(db: Db | Tx, id: string): Promise<QuestionRow> {
  const [row] = isId(id) ? await db.select().from(questions).where(eq(questions.id, id)) : []
  return row ?? fail('not_found')
}

import { count, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../platform/database/database.ts'
import type { QuestionCounts } from '../videos/video-reply.ts'
import { questions } from './tables.ts'

/** Counts the questions of these videos. Returns a function that returns the counts of one video by age category. */
export async function countQuestions(
  db: Db | Tx,
  videoIds: readonly string[],
): Promise<(videoId: string) => QuestionCounts> {
  const rows = await db
    .select({ videoId: questions.videoId, ageCategory: questions.ageCategory, count: count() })
    .from(questions)
    .where(inArray(questions.videoId, [...videoIds]))
    .groupBy(questions.videoId, questions.ageCategory)
  const counts = new Map(rows.map((row) => [`${row.videoId} ${row.ageCategory}`, row.count]))
  const countIn = (videoId: string, ageCategory: string) => counts.get(`${videoId} ${ageCategory}`) ?? 0
  return (videoId) => ({ '5-10': countIn(videoId, '5-10'), '11-20': countIn(videoId, '11-20') })
}

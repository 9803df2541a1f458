import { and, count, eq, inArray, max } from 'drizzle-orm'
import type { Db, Tx } from '../platform/database/database.ts'
import type { QuestionCounts } from '../videos/video-reply.ts'
import { countAsked } from './rules.ts'
import { questions, quizzes } from './tables.ts'

/**
 * Counts the questions of these videos: those each student is asked, and those in the pool. Returns a function that returns one
 * video's counts by age category.
 */
export async function countQuestions(
  db: Db | Tx,
  videoIds: readonly string[],
): Promise<(videoId: string) => QuestionCounts> {
  const { videoId, ageCategory } = questions
  const rows = await db
    .select({ videoId, ageCategory, pool: count(), askedCount: max(quizzes.askedCount) })
    .from(questions)
    .leftJoin(quizzes, and(eq(quizzes.videoId, videoId), eq(quizzes.ageCategory, ageCategory)))
    .where(inArray(videoId, [...videoIds]))
    .groupBy(videoId, ageCategory)
  const counts = new Map(rows.map((row) => [`${row.videoId} ${row.ageCategory}`, row]))
  const countIn = (id: string, category: string) => {
    const { pool, askedCount } = counts.get(`${id} ${category}`) ?? { pool: 0, askedCount: null }
    return { pool, asked: countAsked(pool, askedCount) }
  }
  return (id) => {
    const [younger, older] = [countIn(id, '5-10'), countIn(id, '11-20')]
    return {
      asked: { '5-10': younger.asked, '11-20': older.asked },
      pool: { '5-10': younger.pool, '11-20': older.pool },
    }
  }
}

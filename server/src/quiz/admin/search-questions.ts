import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { searchQuestions as endpoint } from '@baobab/contract/quiz/question-bank.ts'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { containsSearch } from '../../platform/database/compare-texts.ts'
import { decodeCursor, toPage } from '../../platform/database/pagination.ts'
import { videos } from '../../videos/tables.ts'
import { questions } from '../tables.ts'
import { requireQuizVideo } from './list-questions-with-answers.ts'

/**
 * Returns a page of the questions that a quiz can use again, newest first: all that contain the search and that the quiz does
 * not ask already. Fails with 404 if there is no such video.
 */
export async function searchQuestions(
  app: App,
  { search, videoId, ageCategory, limit, cursor }: ParsedOf<typeof endpoint>['query'],
): Promise<ReplyOf<typeof endpoint>> {
  const video = await requireQuizVideo(app, { videoId, ageCategory })
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const { id: _id, question, options, correctAnswer, explanation, createdAt } = questions
  const searched = sql`${question} || ' ' || ${options}::text || ' ' || ${videos.title}`
  const rows = await app.db
    .select({
      question: { _id, question, options, correctAnswer, explanation, ageCategory: questions.ageCategory },
      videoTitle: videos.title,
      createdAt,
    })
    .from(questions)
    .innerJoin(videos, eq(videos.id, questions.videoId))
    .where(
      and(
        isNull(videos.deletedAt),
        search === '' ? undefined : containsSearch(searched, search),
        sql`comparison_key(${questions.questionKey}) not in (
          select comparison_key(question_key) from questions
          where video_id = ${video.id}::uuid and age_category = ${ageCategory})`,
        after && sql`(${createdAt}, ${_id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(createdAt), desc(_id))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.question._id }))
  return { questions: page.map((row) => ({ ...row.question, videoTitle: row.videoTitle })), nextCursor }
}

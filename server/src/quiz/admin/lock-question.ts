// Actions that change questions lock the video's row until they commit, so that the limit on questions, their positions and
// their uniqueness hold under concurrent changes.
import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { isSameText } from '../../platform/database/compare-texts.ts'
import { isId, type Db, type Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { videos, type VideoRow } from '../../videos/tables.ts'
import type { QuizKey } from '../question-pool.ts'
import type { QuestionRow } from '../queries.ts'
import { questions } from '../tables.ts'
import { listVoids } from './regrade/find-void.ts'

/** Locks a video while its questions change. Weaker than the videos feature's `lockVideo`: students can still start attempts. */
export async function lockVideoForQuestions(tx: Tx, videoId: string): Promise<VideoRow | undefined> {
  const [video] = await tx
    .select()
    .from(videos)
    .where(and(eq(videos.id, videoId), isNull(videos.deletedAt)))
    .for('no key update')
  return video
}

/** Locks a question by locking its video. Fails with 404 if there is none. */
export async function lockQuestion(tx: Tx, id: string): Promise<{ question: QuestionRow; video: VideoRow }> {
  const found = await loadQuestion(tx, id)
  const video = (await lockVideoForQuestions(tx, found.videoId)) ?? fail('not_found')
  // Reads the question again, because it may have been changed or deleted while this call waited for the lock.
  return { question: await loadQuestion(tx, id), video }
}

async function loadQuestion(db: Db | Tx, id: string): Promise<QuestionRow> {
  const [row] = isId(id) ? await db.select().from(questions).where(eq(questions.id, id)) : []
  return row ?? fail('not_found')
}

/**
 * Refuses a text that equals or looks like that of another question in the quiz, or of a void one: the void question would be
 * asked again under another id, and could then no longer be made to count again. The caller holds the video's lock.
 */
export async function refuseDuplicate(
  tx: Tx,
  { id, videoId, ageCategory }: QuizKey & { id?: string },
  text: string,
): Promise<void> {
  const refuse = (code: 'question_exists' | 'question_voided', message: string) =>
    fail(code, { errors: [{ path: 'question', message }] })
  const isOfQuiz = and(eq(questions.videoId, videoId), eq(questions.ageCategory, ageCategory))
  const isOther = id === undefined ? undefined : ne(questions.id, id)
  if ((await tx.$count(questions, and(isOfQuiz, isSameText(questions.questionKey, text), isOther))) > 0)
    refuse('question_exists', quizAdminText.questionExists)
  const key = toComparisonKey(text)
  const voids = await listVoids(tx, { videoId, ageCategory })
  // A void question may count again beside another: earlier releases could make several with one text void.
  if (voids.some(({ question }) => question.id === id)) return
  if (voids.some(({ question }) => toComparisonKey(question.question) === key))
    refuse('question_voided', quizAdminText.questionVoided)
}

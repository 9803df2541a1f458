// The pool of a quiz: its questions, how many of them each student is asked, and which ones. Every request for the same student
// gets the same questions: the list, the start, and a first answer that opens the attempt. So nobody can keep trying until they
// get easy questions.
import { and, asc, count, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { computeHmac } from '../platform/security/tokens.ts'
import { videos } from '../videos/tables.ts'
import type { QuestionRow } from './queries.ts'
import { chooseQuestions, countAsked } from './rules.ts'
import { attempts, questions, quizzes } from './tables.ts'

/** Identifies a quiz: the questions of a video for an age category. */
export type QuizKey = { videoId: string; ageCategory: AgeCategory }

export type QuestionPool = {
  /** In order. */
  questions: QuestionRow[]
  /** Null means all of them are asked. */
  askedCount: number | null
  /** Whether a student has started the quiz, so that the number of asked questions can no longer change. */
  isFixed: boolean
  /** Counts the regrades. */
  keyVersion: number
}

/** Reads a quiz's pool in one statement, so that the number matches the questions. */
export async function loadPool(db: Db | Tx, { videoId, ageCategory }: QuizKey): Promise<QuestionPool> {
  const rows = await db
    .select({ question: getTableColumns(questions), quiz: getTableColumns(quizzes) })
    .from(questions)
    .leftJoin(quizzes, and(eq(quizzes.videoId, questions.videoId), eq(quizzes.ageCategory, questions.ageCategory)))
    .where(and(eq(questions.videoId, videoId), eq(questions.ageCategory, ageCategory)))
    .orderBy(asc(questions.position), asc(questions.id))
  return {
    questions: rows.map(({ question }) => question),
    askedCount: rows[0]?.quiz?.askedCount ?? null,
    isFixed: rows[0]?.quiz?.isFixed ?? false,
    keyVersion: rows[0]?.quiz?.keyVersion ?? 0,
  }
}

/** Counts how often an admin has reset a student's attempts at a quiz. */
async function countResets(db: Db | Tx, studentId: string, { videoId, ageCategory }: QuizKey): Promise<number> {
  const isOfQuiz = and(eq(attempts.videoId, videoId), eq(attempts.ageCategory, ageCategory))
  const [row] = await db
    .select({ resets: count() })
    .from(attempts)
    .where(and(eq(attempts.studentId, studentId), isOfQuiz, isNotNull(attempts.resetAt)))
  return row?.resets ?? 0
}

/**
 * Returns the questions from a pool that a student is asked. After a reset they are chosen again.
 * @param studentId undefined for everyone else, who all see the same sample
 */
export async function chooseForStudent(
  app: App,
  { pool, quiz, studentId }: { pool: QuestionPool; quiz: QuizKey; studentId: string | undefined },
): Promise<QuestionRow[]> {
  const askedCount = countAsked(pool.questions.length, pool.askedCount)
  if (askedCount === pool.questions.length) return pool.questions
  const resets = studentId === undefined ? 0 : await countResets(app.db, studentId, quiz)
  const share = ['question pool', studentId ?? 'visitors', quiz.videoId, quiz.ageCategory, String(resets)]
  return chooseQuestions(pool.questions, askedCount, (questionId) =>
    computeHmac(app.keys.codes, ...share, questionId).toString('hex'),
  )
}

/** Sets how many questions a quiz asks. The caller holds its video's lock. */
export async function storeAskedCount(
  tx: Tx,
  { videoId, ageCategory }: QuizKey,
  values: { askedCount: number; isFixed: boolean },
): Promise<void> {
  await tx
    .insert(quizzes)
    .values({ videoId, ageCategory, ...values })
    .onConflictDoUpdate({ target: [quizzes.videoId, quizzes.ageCategory], set: values })
}

/** Makes a quiz ask all its questions. The caller holds its video's lock. */
export async function clearAskedCount(tx: Tx, { videoId, ageCategory }: QuizKey): Promise<void> {
  await tx.delete(quizzes).where(and(eq(quizzes.videoId, videoId), eq(quizzes.ageCategory, ageCategory)))
}

/**
 * Adapts quizzes after questions were deleted. If the number asked is higher than the number of questions left, it is lowered,
 * or, if it is fixed, the deletion is refused with 409: otherwise later students could reach fewer points than earlier ones.
 * The caller holds the videos' locks.
 */
export async function settleAskedCounts(tx: Tx, videoIds: readonly string[]): Promise<void> {
  const isOfQuiz = and(eq(questions.videoId, quizzes.videoId), eq(questions.ageCategory, quizzes.ageCategory))
  const poolCount = sql<number>`(${tx.select({ count: count() }).from(questions).where(isOfQuiz)})::integer`
  const rows = await tx
    .select({ quiz: getTableColumns(quizzes), poolCount, title: videos.title })
    .from(quizzes)
    .innerJoin(videos, eq(videos.id, quizzes.videoId))
    .where(and(inArray(quizzes.videoId, [...videoIds]), sql`${quizzes.askedCount} > ${poolCount}`))
  for (const { quiz, poolCount: left, title } of rows) {
    const { ageCategory, askedCount } = quiz
    if (quiz.isFixed)
      fail('too_few_questions', { message: quizAdminText.tooFewQuestions({ title, ageCategory, askedCount }) })
    if (left === 0) await clearAskedCount(tx, quiz)
    else await storeAskedCount(tx, quiz, { askedCount: left, isFixed: false })
  }
}

// The pool of a quiz: its questions, how many of them each student is asked, and which ones. Every request for the same student
// gets the same questions: the list, the start, and a first answer that opens the attempt. So nobody can keep trying until they
// get easy questions.
import { and, asc, count, eq, getTableColumns, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import type { App } from '../platform/app.ts'
import { preparedQuery, type Db, type Tx } from '../platform/database/database.ts'
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

const poolQuery = preparedQuery((db) =>
  db
    .select({ question: getTableColumns(questions), quiz: getTableColumns(quizzes) })
    .from(questions)
    .leftJoin(quizzes, and(eq(quizzes.videoId, questions.videoId), eq(quizzes.ageCategory, questions.ageCategory)))
    .where(
      and(eq(questions.videoId, sql.placeholder('videoId')), eq(questions.ageCategory, sql.placeholder('ageCategory'))),
    )
    .orderBy(asc(questions.position), asc(questions.id))
    .prepare('question-pool'),
)

/** Reads a quiz's pool in one statement, so that the number matches the questions. */
export async function loadPool(db: Db | Tx, { videoId, ageCategory }: QuizKey): Promise<QuestionPool> {
  const rows = await poolQuery(db).execute({ videoId, ageCategory })
  const askedCount = rows[0]?.quiz?.askedCount
  return {
    questions: rows.map(({ question }) => question),
    askedCount: askedCount === undefined ? null : countAsked(rows.length, askedCount),
    isFixed: rows[0]?.quiz?.isFixed ?? false,
    keyVersion: rows[0]?.quiz?.keyVersion ?? 0,
  }
}

/** Counts how many times an admin has reset a student's attempts at a quiz. */
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
 * Refuses with 409 if a quiz that students have started is left with fewer questions than it asks: otherwise later students
 * could reach fewer points than earlier ones. Any other quiz asks the questions that are left, and as many as before once enough
 * are back. The caller holds the videos' locks.
 */
export async function requireAskedQuestions(tx: Tx, videoIds: readonly string[]): Promise<void> {
  const isOfQuiz = and(eq(questions.videoId, quizzes.videoId), eq(questions.ageCategory, quizzes.ageCategory))
  const left = sql`(${tx.select({ count: count() }).from(questions).where(isOfQuiz)})`
  const [short] = await tx
    .select({ ageCategory: quizzes.ageCategory, askedCount: quizzes.askedCount, title: videos.title })
    .from(quizzes)
    .innerJoin(videos, eq(videos.id, quizzes.videoId))
    .where(and(inArray(quizzes.videoId, [...videoIds]), quizzes.isFixed, gt(quizzes.askedCount, left)))
    .limit(1)
  if (short) fail('too_few_questions', { message: quizAdminText.tooFewQuestions(short) })
}

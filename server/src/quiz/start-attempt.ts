// Starts a student's only attempt at a video in an age category. Starting again returns the running attempt.
import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { QUIZ_SECONDS } from '@baobab/contract/quiz/rules.ts'
import type { Attempt } from '@baobab/contract/quiz/endpoints.ts'
import { findStudentById } from '../accounts/queries.ts'
import { knownBrowsers, sessions, students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { requireNoPause, requireQuizzesOpen } from '../platform/maintenance/require-open.ts'
import { preparedQuery, type Db, type Tx } from '../platform/database/database.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { readRank } from '../leaderboard/queries.ts'
import { fail } from '../platform/http/errors.ts'
import {
  loadAnswers,
  toAttemptReply,
  databaseNow,
  findAttempt,
  requirePublished,
  type AttemptKey,
  type AttemptRow,
  type AttemptWithClock,
} from './queries.ts'
import { requireVideoAccess } from '../videos/access.ts'
import { findVideoByTitle } from '../videos/queries.ts'
import { lockVideoForQuestions } from './admin/lock-question.ts'
import { hasFormerAttempt } from './former-attempts.ts'
import { hashNetwork } from './hash-network.ts'
import { chooseForStudent, loadPool, storeAskedCount, type QuestionPool, type QuizKey } from './question-pool.ts'
import { forgetLostSnapshot, storeSnapshot, type StoredSnapshot } from './question-snapshots.ts'
import {
  lockedSince,
  makeQuestionSnapshot,
  findCategoryRefusal,
  readingSeconds,
  type SnapshotQuestion,
} from './rules.ts'
import { attemptOrigins, attempts, quizzes } from './tables.ts'

type OpenedAttempt = AttemptWithClock & { isNew: boolean }
/** Who opens an attempt, and from which network address. */
type Opening = { who: StudentUser; address: string }

/** Starts the attempt, or returns the running one with the same deadline, order and answers so far. */
export async function startAttempt(
  app: App,
  who: StudentUser,
  quiz: { videoTitle: string; ageCategory: AgeCategory; address: string },
): Promise<Attempt> {
  const found = await findOrOpenAttempt(app, who, quiz)
  if (found.isNew) return toAttemptReply(app, who, found, [])
  if (lockedSince(found.attempt, found.now)) {
    requireCategory(app, who, quiz.ageCategory)
    fail('quiz_completed')
  }
  // A paused quiz's questions are not sent again, so that nobody can use the time to think about them.
  requireNoPause(app)
  return toAttemptReply(app, who, found, await loadAnswers(app, found.attempt))
}

/**
 * Returns the attempt at a quiz, finished or not. If there is none, opens one, unless an erased account with the same mailbox
 * had started this quiz.
 * @param checkQuestions may refuse the request before a new attempt starts its clock
 */
export async function findOrOpenAttempt(
  app: App,
  who: StudentUser,
  { videoTitle, ageCategory, address }: { videoTitle: string; ageCategory: AgeCategory; address: string },
  checkQuestions?: (questions: readonly SnapshotQuestion[]) => void,
): Promise<OpenedAttempt> {
  const video = (await findVideoByTitle(app.db, videoTitle)) ?? fail('video_not_found')
  const key = { studentId: who.id, video, ageCategory }
  const existing = await findAttempt(app, key)
  // An attempt continues to its end, even if an admin has made its video a draft.
  if (!existing) requirePublished(app, who, video)
  await requireVideoAccess(app, who, video)
  if (existing) return { ...existing, isNew: false }
  requireQuizzesOpen(app)
  requireCategory(app, who, ageCategory)
  if (await hasFormerAttempt(app, who.id, { videoId: video.id, ageCategory })) fail('quiz_completed')
  return openAttempt(app, { key, opening: { who, address } }, checkQuestions)
}

/** Fails with 403 if the category is not the student's category today. */
export function requireCategory(app: App, who: StudentUser, category: AgeCategory): void {
  const refusal = findCategoryRefusal(category, who.birth, app.clock.now())
  if (refusal) fail(refusal)
}

/** Opens the attempt. If several calls run concurrently, the first one wins, and all return its snapshot and deadline. */
async function openAttempt(
  app: App,
  { key, opening }: { key: AttemptKey; opening: Opening },
  checkQuestions?: (questions: readonly SnapshotQuestion[]) => void,
): Promise<OpenedAttempt> {
  const quiz = { videoId: key.video.id, ageCategory: key.ageCategory }
  const pool = await loadPool(app.db, quiz)
  if (pool.questions.length === 0) fail('no_questions')
  const questions = await chooseForStudent(app, { pool, quiz, studentId: key.studentId })
  checkQuestions?.(questions)
  const questionSnapshot = makeQuestionSnapshot(questions, (below) => randomInt(below))
  const { keyVersion } = pool
  const before = await readRank(app, key.studentId, key.ageCategory)
  const stored = await storeSnapshot(app, { pool: pool.questions, snapshot: questionSnapshot })
  const attempt = { key, opening, before, keyVersion, questionSnapshot, stored }
  const inserting = pool.isFixed
    ? insertAttempt(app, app.db, attempt)
    : app.db.transaction(async (tx) =>
        (await fixAskedCount(tx, quiz, { pool, askedCount: questions.length }))
          ? insertAttempt(app, tx, attempt)
          : undefined,
      )
  const inserted = await inserting.catch((error: unknown) => forgetLostSnapshot(app, stored, error))
  if (inserted) return { attempt: { ...inserted, questionSnapshot }, now: inserted.startedAt, isNew: true }
  const existing = await findAttempt(app, key)
  if (existing) return { ...existing, isNew: false }
  if ((await findStudentById(app.db, key.studentId))?.erasedAt) fail('unauthorised')
  // Tries again if the conflicting attempt has been reset in the meantime, the questions have changed, or their pool was lost.
  return openAttempt(app, { key, opening }, checkQuestions)
}

/**
 * Fixes how many questions a quiz asks when its first attempt starts. The lock keeps admins from changing the quiz at the same
 * time.
 * @returns false if the quiz has changed since it was read
 */
async function fixAskedCount(
  tx: Tx,
  quiz: QuizKey,
  { pool, askedCount }: { pool: QuestionPool; askedCount: number },
): Promise<boolean> {
  if (!(await lockVideoForQuestions(tx, quiz.videoId))) fail('video_not_found')
  if (!isDeepStrictEqual(await loadPool(tx, quiz), pool)) return false
  await storeAskedCount(tx, quiz, { askedCount, isFixed: true })
  return true
}

type NewAttempt = {
  key: AttemptKey
  opening: Opening
  /** The student's rank and score, for the movement shown with the result. */
  before: { rank: number | null; score: number }
  keyVersion: number
  questionSnapshot: SnapshotQuestion[]
  /** The columns that store it. */
  stored: StoredSnapshot
}

/** The columns of a new attempt that its statement computes. */
type ComputedColumn =
  | ('id' | 'answeredCount' | 'correctCount' | 'voidCount' | 'startedAt' | 'seconds' | 'deadline' | 'lockedAt')
  | ('resetAt' | 'resetReason' | 'snapshotVersion')

const computedColumns: Record<ComputedColumn, SQL> = {
  id: sql`gen_random_uuid()`,
  answeredCount: sql`0`,
  correctCount: sql`0`,
  voidCount: sql`0`,
  startedAt: sql`clock.started_at`,
  seconds: sql`clock.seconds`,
  deadline: sql`clock.started_at + clock.seconds * interval '1 second'`,
  lockedAt: sql`null`,
  resetAt: sql`null`,
  resetReason: sql`null`,
  snapshotVersion: sql`0`,
}

const insertAttemptQuery = preparedQuery((db) => {
  const given = (name: string) => sql.placeholder(name)
  // The clock is read within the statement, so that waiting for a connection costs the student no time. The student's row is
  // locked before the attempt is written, so that an account being erased or merged gets none.
  const clock = db.$with('clock', { startedAt: sql`started_at`, seconds: sql`seconds` }).as(sql`
    select ${databaseNow(given('offsetMs'))} as started_at, greatest(${QUIZ_SECONDS} * ${students.extraTimeFactor},
      case when ${students.wantsReading} then ${given('readingSeconds')} else 0 end)::integer as seconds
    from ${students} where ${students.id} = ${given('studentId')} and ${students.erasedAt} is null for key share`)
  const attempt = db.$with('attempt').as(
    db
      .insert(attempts)
      .select(
        sql`select ${listNewValues()} from clock, ${quizzes}
          where ${quizzes.videoId} = ${given('videoId')} and ${quizzes.ageCategory} = ${given('ageCategory')}
            and ${quizzes.keyVersion} = ${given('keyVersion')}
          for share of ${quizzes}`,
      )
      .onConflictDoNothing()
      .returning(),
  )
  const browser = sql`
    select ${knownBrowsers.id}, ${knownBrowsers.deviceId} from ${sessions}
    join ${knownBrowsers} on ${knownBrowsers.id} = ${sessions.browserId}
    where ${sessions.id} = ${given('sessionId')}::uuid`
  const origin = db.$with('origin', { attemptId: sql`attempt_id` }).as(sql`
    insert into ${attemptOrigins} (attempt_id, student_id, device_id, browser_id, network_hash, started_at)
    select attempt.id, ${given('studentId')}::uuid, browser.device_id, browser.id, ${given('networkHash')}, attempt.started_at
    from attempt left join (${browser}) as browser on true
    returning attempt_id`)
  return db.with(clock, attempt, origin).select().from(attempt).prepare('insert-attempt')
})

/** Returns a new attempt's values in the order of the table's columns: computed ones, and placeholders named after the others. */
function listNewValues(): SQL {
  const computed: Record<string, SQL> = computedColumns
  const values = Object.entries(getTableColumns(attempts)).map(
    ([name, column]) => computed[name] ?? sql`${sql.placeholder(name)}::${sql.raw(column.getSQLType())}`,
  )
  return sql.join(values, sql`, `)
}

/**
 * Inserts an attempt with its origin, in one statement, unless the student already has an attempt at this quiz that counts, or
 * a regrade has changed the quiz since its questions were read. The lock on the quiz makes a regrade wait, so that it finds
 * this attempt.
 */
async function insertAttempt(
  app: App,
  db: Db | Tx,
  { key, opening, before, keyVersion, questionSnapshot, stored }: NewAttempt,
): Promise<typeof attempts.$inferSelect | undefined> {
  const given: Record<Exclude<keyof AttemptRow, ComputedColumn>, unknown> = {
    studentId: key.studentId,
    videoId: key.video.id,
    ageCategory: key.ageCategory,
    videoTitle: key.video.title,
    ...stored,
    questionSnapshot: stored.questionSnapshot && JSON.stringify(stored.questionSnapshot),
    questionCount: questionSnapshot.length,
    rankBefore: before.rank,
    scoreBefore: before.rank === null ? null : before.score,
  }
  const [row] = await insertAttemptQuery(db).execute({
    ...given,
    keyVersion,
    offsetMs: app.clock.offsetMs(),
    readingSeconds: readingSeconds(questionSnapshot),
    sessionId: opening.who.sessionId,
    networkHash: hashNetwork(app, opening.address),
  })
  return row
}

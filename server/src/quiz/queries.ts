// Queries shared by the quiz actions. They use the database's clock, so that all servers agree on deadlines.
import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import { and, asc, eq, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { Attempt } from '@baobab/contract/quiz/endpoints.ts'
import type { App } from '../platform/app.ts'
import type { SessionUser, StudentUser } from '../platform/http/auth.ts'
import { pausedSince } from '../platform/maintenance/require-open.ts'
import { batchedRead } from '../platform/database/batched-read.ts'
import { preparedQuery } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { requireVideoAccess } from '../videos/access.ts'
import { findVideoByTitle, selectIdByTitle, toWantedTitles } from '../videos/queries.ts'
import { publicationAt } from '../videos/rules.ts'
import { videos, type VideoRow } from '../videos/tables.ts'
import { linkOptionPictures } from './option-pictures.ts'
import { askedQuestions, snapshotColumns, withSnapshots, type WithSnapshot } from './question-snapshots.ts'
import { isCorrect, revealAnswer } from './rules.ts'
import { answers, attempts, type questions } from './tables.ts'

export type AttemptRow = WithSnapshot<typeof attempts.$inferSelect>
/** The columns of an attempt that an answer needs. Any further column would slow down every answer. */
export type AnswerableAttempt = Pick<AttemptRow, 'id' | 'ageCategory' | 'questionSnapshot' | 'snapshotVersion'>
type AnswerRow = typeof answers.$inferSelect
export type QuestionRow = typeof questions.$inferSelect

/** An attempt, with the database's time when it was read. */
export type AttemptWithClock = { attempt: AttemptRow; now: Date }

/** Identifies the one attempt that counts: the one that was not reset. */
export type AttemptKey = { studentId: string; video: VideoRow; ageCategory: AgeCategory }

/** The database's clock in whole milliseconds, shifted by `offsetMs`, the amount by which a test has moved the server's clock. */
export function databaseNow(offsetMs: number | Placeholder): SQL<Date> {
  const now = sql`date_trunc('milliseconds', clock_timestamp() + ${offsetMs}::float8 * interval '1 millisecond')`
  return now.mapWith(attempts.startedAt)
}

/**
 * The database's clock as seen by quizzes: it is stopped during maintenance, so that no running attempt ends.
 * @param since `pausedSince`
 */
function databaseQuizTime(offsetMs: number | Placeholder, since: Date | null | Placeholder): SQL<Date> {
  const stoppedAt = since instanceof Date ? since.toISOString() : since
  return sql`least(${databaseNow(offsetMs)}, ${stoppedAt}::timestamptz)`.mapWith(attempts.startedAt)
}

/** Whether an attempt asked a question, by the question's id. */
export const isAsked = (id: AnyPgColumn | string): SQL =>
  sql`exists (${askedQuestions} where question ->> 'id' = ${id}::text)`

/** Returns the current `databaseQuizTime`. */
export const quizNow = (app: Pick<App, 'clock' | 'maintenance'>): SQL<Date> =>
  databaseQuizTime(app.clock.offsetMs(), pausedSince(app))

/** `quizNow` for prepared queries, executed with `toClockValues`. */
export const preparedQuizNow = (): SQL<Date> =>
  databaseQuizTime(sql.placeholder('offsetMs'), sql.placeholder('pausedSince'))

/** Returns the values for the placeholders of `preparedQuizNow`. */
export const toClockValues = (app: Pick<App, 'clock' | 'maintenance'>) => ({
  offsetMs: app.clock.offsetMs(),
  pausedSince: pausedSince(app)?.toISOString() ?? null,
})

/** Returns the published video with a title. Fails with 404 if there is none. Admins also find unpublished ones. */
export async function requireVideoByTitle(
  app: App,
  who: Pick<SessionUser, 'kind'> | undefined,
  title: string,
): Promise<VideoRow> {
  const video = (await findVideoByTitle(app.db, title)) ?? fail('video_not_found')
  requirePublished(app, who, video)
  return video
}

/** Fails with 404 if a video is not published. Admins may see it anyway. */
export function requirePublished(app: App, who: Pick<SessionUser, 'kind'> | undefined, video: VideoRow): void {
  if (who?.kind !== 'admin' && publicationAt(video, app.clock.now()) !== 'published') fail('video_not_found')
}

/** Returns the video with a title. Fails with 404 if there is none, or with 401 or 402 if the caller may not open it. */
export async function requireAccessibleVideo(app: App, who: SessionUser | undefined, title: string): Promise<VideoRow> {
  const video = await requireVideoByTitle(app, who, title)
  await requireVideoAccess(app, who, video)
  return video
}

const attemptByKeyQuery = preparedQuery((db) =>
  db
    .select({ attempt: attempts, now: preparedQuizNow() })
    .from(attempts)
    .where(
      and(
        eq(attempts.studentId, sql.placeholder('studentId')),
        eq(attempts.videoId, sql.placeholder('videoId')),
        eq(attempts.ageCategory, sql.placeholder('ageCategory')),
        isNull(attempts.resetAt),
      ),
    )
    .prepare('attempt-of-key'),
)

/** Reads the attempt that counts, with the database's time. */
export async function findAttempt(
  app: App,
  { studentId, video, ageCategory }: AttemptKey,
): Promise<AttemptWithClock | undefined> {
  const [found] = await attemptByKeyQuery(app.db).execute({
    studentId,
    videoId: video.id,
    ageCategory,
    ...toClockValues(app),
  })
  if (!found) return undefined
  const [attempt] = await withSnapshots(app, [found.attempt])
  return attempt && { ...found, attempt }
}

/** Identifies a student's quiz in the URLs of its endpoints. */
export type AttemptAddress = { studentId: string; videoTitle: string; ageCategory: AgeCategory }

const attemptsByTitleQuery = preparedQuery((db) =>
  db
    .select({
      position: sql`wanted.position`.mapWith(Number),
      attempt: {
        id: attempts.id,
        ageCategory: attempts.ageCategory,
        ...snapshotColumns,
        snapshotVersion: attempts.snapshotVersion,
      },
      video: { access: videos.access },
    })
    .from(videos)
    .innerJoin(
      sql`unnest(${sql.placeholder('studentIds')}::uuid[], ${sql.placeholder('titleKeys')}::text[], ${sql.placeholder('ageCategories')}::text[])
        with ordinality as wanted (student_id, title_key, age_category, position)`,
      sql`${videos.titleKey} = wanted.title_key and ${videos.deletedAt} is null`,
    )
    .innerJoin(
      attempts,
      and(
        eq(attempts.videoId, videos.id),
        sql`${attempts.studentId} = wanted.student_id`,
        // Repeats the students' ids, because the planner knows nothing about the rows of a function.
        sql`${attempts.studentId} = any(${sql.placeholder('studentIds')}::uuid[])`,
        sql`${attempts.ageCategory} = wanted.age_category`,
        isNull(attempts.resetAt),
      ),
    )
    .prepare('attempts-of-titles'),
)

const readAttemptByTitle = batchedRead(async (db, wanted: readonly AttemptAddress[]) => {
  const rows = await attemptsByTitleQuery(db).execute({
    studentIds: wanted.map(({ studentId }) => studentId),
    titleKeys: wanted.map(({ videoTitle }) => toStoredKey(videoTitle)),
    ageCategories: wanted.map(({ ageCategory }) => ageCategory),
  })
  const found = await withSnapshots(
    { db },
    rows.map(({ attempt }) => attempt),
  )
  const byPosition = new Map(
    rows.map(({ position, video }, index) => [position, { attempt: found[index] ?? fail('not_found'), video }]),
  )
  // `with ordinality` counts from 1.
  return wanted.map((_, index) => byPosition.get(index + 1))
})

/**
 * Reads an attempt by its video's current title, together with the video, in one round trip. That is enough for nearly every
 * answer.
 */
export const findAttemptByTitle = (app: App, address: AttemptAddress) => readAttemptByTitle(app.db, address)

/** Returns the values for the placeholders of `isAttemptAt`. */
export const toAddressValues = ({ studentId, videoTitle, ageCategory }: AttemptAddress) => ({
  studentId,
  wantedTitle: toWantedTitles([videoTitle]),
  ageCategory,
})

/**
 * The condition on `attempts` that selects the attempt that counts, for prepared queries, executed with `toAddressValues`.
 * Finds the video like `findVideoByTitle`, but without a separate round trip.
 */
export const isAttemptAt = (): SQL | undefined =>
  and(
    eq(attempts.studentId, sql.placeholder('studentId')),
    eq(attempts.ageCategory, sql.placeholder('ageCategory')),
    isNull(attempts.resetAt),
    sql`${attempts.videoId} = (${selectIdByTitle(sql.placeholder('wantedTitle'))})`,
  )

/** Returns an attempt's answers in the order they were given. */
export async function loadAnswers(
  app: App,
  { id, studentId }: Pick<AttemptRow, 'id' | 'studentId'>,
): Promise<AnswerRow[]> {
  return app.db
    .select()
    .from(answers)
    .where(and(eq(answers.attemptId, id), eq(answers.studentId, studentId)))
    .orderBy(asc(answers.answeredAt), asc(answers.questionId))
}

/** Returns the stored answer to a question of an attempt. */
export async function loadAnswer(
  app: App,
  studentId: string,
  { attemptId, questionId }: { attemptId: string; questionId: string },
): Promise<AnswerRow | undefined> {
  const [row] = await app.db
    .select()
    .from(answers)
    .where(and(eq(answers.attemptId, attemptId), eq(answers.questionId, questionId), eq(answers.studentId, studentId)))
  return row
}

/** Returns a running attempt as its student sees it: without correct answers, but with whether each given answer was correct. */
export function toAttemptReply(
  app: App,
  who: StudentUser,
  { attempt, now }: AttemptWithClock,
  answersSoFar: readonly AnswerRow[],
): Attempt {
  const snapshot = new Map(attempt.questionSnapshot.map((question) => [question.id, question]))
  return {
    _id: attempt.id,
    videoTitle: attempt.videoTitle,
    ageCategory: attempt.ageCategory,
    startedAt: attempt.startedAt.toISOString(),
    seconds: attempt.seconds,
    deadline: attempt.deadline.toISOString(),
    serverNow: now.toISOString(),
    questions: attempt.questionSnapshot.map(({ id, question, options, pictures }) => ({
      _id: id,
      question,
      options,
      pictures: linkOptionPictures(app, who, { pictures: pictures ?? null }),
    })),
    answers: answersSoFar.flatMap(({ questionId, answer }) => {
      const question = snapshot.get(questionId)
      return question
        ? [{ triviaId: questionId, answer, correct: isCorrect(question, answer), ...revealAnswer(question) }]
        : []
    }),
  }
}

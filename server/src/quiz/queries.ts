// Reads that the actions of the quiz share. Time is the database's, so that all servers and all answers obey one clock.
import { and, asc, eq, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { Attempt } from '@baobab/contract/quiz.ts'
import { titleKey } from '@baobab/contract/videos.ts'
import type { App } from '../platform/app.ts'
import type { SessionUser } from '../platform/http/auth.ts'
import { preparedQuery, type Db, type Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { requireVideoAccess } from '../videos/access.ts'
import { findVideoByTitle, type VideoRow } from '../videos/queries.ts'
import { videos } from '../videos/tables.ts'
import { answers, attempts, questions } from './tables.ts'

export type AttemptRow = typeof attempts.$inferSelect
/** What an answer needs of its attempt; each column more is work for every answer. */
export type AnswerableAttempt = Pick<AttemptRow, 'id' | 'ageCategory' | 'paper'>
export type AnswerRow = typeof answers.$inferSelect
export type QuestionRow = typeof questions.$inferSelect

/** An attempt and what the database's clock said when it was read. */
export type AttemptWithClock = { attempt: AttemptRow; now: Date }

/** What the one attempt is one of. */
export type AttemptKey = { studentId: string; video: VideoRow; ageCategory: AgeCategory }

/** The database's clock in whole milliseconds, moved by as much as a test moved ours. */
export function databaseNow(offsetMs: number | Placeholder): SQL<Date> {
  const now = sql`date_trunc('milliseconds', clock_timestamp() + ${offsetMs}::float8 * interval '1 millisecond')`
  return now.mapWith(attempts.startedAt)
}

/** The video of a title; 404 where none has it. */
export async function requireVideoByTitle(app: App, title: string): Promise<VideoRow> {
  return (await findVideoByTitle(app.db, title)) ?? fail('video_not_found')
}

/** The same, where its quiz is open to this person; 401 or 402 where it is not. */
export async function requireAccessibleVideo(
  app: App,
  person: SessionUser | undefined,
  title: string,
): Promise<VideoRow> {
  const video = await requireVideoByTitle(app, title)
  await requireVideoAccess(app, person, video)
  return video
}

/** The questions of a game in their order; `db` may be a transaction. */
export async function loadQuestions(
  { db }: { db: Db | Tx },
  videoId: string,
  category: AgeCategory,
): Promise<QuestionRow[]> {
  return db
    .select()
    .from(questions)
    .where(and(eq(questions.videoId, videoId), eq(questions.ageCategory, category)))
    .orderBy(asc(questions.position), asc(questions.id))
}

const attemptOfKey = preparedQuery((db) =>
  db
    .select({ attempt: attempts, now: databaseNow(sql.placeholder('offsetMs')) })
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

export async function findAttempt(
  app: App,
  { studentId, video, ageCategory }: AttemptKey,
): Promise<AttemptWithClock | undefined> {
  const offsetMs = app.clock.offsetMs()
  const [found] = await attemptOfKey(app.db).execute({ studentId, videoId: video.id, ageCategory, offsetMs })
  return found
}

const attemptOfTitle = preparedQuery((db) =>
  db
    .select({
      attempt: { id: attempts.id, ageCategory: attempts.ageCategory, paper: attempts.paper },
      video: { access: videos.access },
    })
    .from(videos)
    .innerJoin(attempts, eq(attempts.videoId, videos.id))
    .where(
      and(
        eq(videos.titleKey, sql.placeholder('titleKey')),
        isNull(videos.deletedAt),
        eq(attempts.studentId, sql.placeholder('studentId')),
        eq(attempts.ageCategory, sql.placeholder('ageCategory')),
        isNull(attempts.resetAt),
      ),
    )
    .prepare('attempt-of-title'),
)

/** An attempt at the video that bears a title now, with that video, in one read: what nearly every answer needs. */
export async function findAttemptByTitle(
  app: App,
  quiz: { studentId: string; title: string; ageCategory: AgeCategory },
) {
  const { title, ...key } = quiz
  const [found] = await attemptOfTitle(app.db).execute({ ...key, titleKey: titleKey(title) })
  return found
}

/** The answers of an attempt, in the order in which they were given. */
export async function loadAnswers(app: App, attemptId: string): Promise<AnswerRow[]> {
  return app.db
    .select()
    .from(answers)
    .where(eq(answers.attemptId, attemptId))
    .orderBy(asc(answers.answeredAt), asc(answers.questionId))
}

export async function loadAnswer(app: App, attemptId: string, questionId: string): Promise<AnswerRow | undefined> {
  const [row] = await app.db
    .select()
    .from(answers)
    .where(and(eq(answers.attemptId, attemptId), eq(answers.questionId, questionId)))
  return row
}

/** An attempt as its student sees it while it runs: no right answer, but whether one's own were right. */
export function toAttemptReply({ attempt, now }: AttemptWithClock, given: readonly AnswerRow[]): Attempt {
  return {
    _id: attempt.id,
    videoTitle: attempt.videoTitle,
    ageCategory: attempt.ageCategory,
    startedAt: attempt.startedAt.toISOString(),
    deadline: attempt.deadline.toISOString(),
    serverNow: now.toISOString(),
    questions: attempt.paper.map(({ id, question, options }) => ({ _id: id, question, options })),
    answers: given.map(({ questionId, answer, correct }) => ({ triviaId: questionId, answer, correct })),
  }
}

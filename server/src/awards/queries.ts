// Reads what a student has played and finished, and the series that students can see.
import { and, asc, countDistinct, desc, eq, isNotNull, isNull, max } from 'drizzle-orm'
import { ageCategoryAt } from '@baobab/contract/accounts/rules.ts'
import type { Certificate, SeriesProgress, listAwards as endpoint } from '@baobab/contract/awards/endpoints.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { countQuestions } from '../quiz/count-questions.ts'
import { listFormerQuizzes } from '../quiz/former-attempts.ts'
import { isAsked, quizNow } from '../quiz/queries.ts'
import { lockedSince } from '../quiz/rules.ts'
import { practiceAnswers } from '../quiz/streak-tables.ts'
import { answers, attempts } from '../quiz/tables.ts'
import { isListed } from '../videos/queries.ts'
import { plays, series, videos, type SeriesRow, type VideoRow } from '../videos/tables.ts'
import {
  canFinish,
  computeBadges,
  joinValues,
  listFinished,
  measureSeries,
  type PlayedVideo,
  type Progress,
} from './rules.ts'
import { certificates, type CertificateRow } from './tables.ts'

/** A listed video with its series. */
type ListedVideo = { video: VideoRow; series: SeriesRow | null }

/** Loads the videos that students can see, in the order of their series. */
async function loadListed(app: App): Promise<ListedVideo[]> {
  return app.db
    .select({ video: videos, series })
    .from(videos)
    .leftJoin(series, eq(series.id, videos.seriesId))
    .where(isListed(app.clock.now()))
    .orderBy(asc(series.position), asc(series.id), asc(videos.seriesPosition), asc(videos.id))
}

/** Counts for each attempt the questions that it got wrong and that were right in practice since. */
const countPractised = (app: App, studentId: string) =>
  app.db
    .select({
      attemptId: attempts.id,
      count: countDistinct(practiceAnswers.questionId).as('practised_count'),
      at: max(practiceAnswers.answeredAt).as('practised_at'),
    })
    .from(attempts)
    .innerJoin(
      practiceAnswers,
      and(
        eq(practiceAnswers.studentId, attempts.studentId),
        eq(practiceAnswers.videoId, attempts.videoId),
        eq(practiceAnswers.ageCategory, attempts.ageCategory),
        practiceAnswers.isCorrect,
        // A replay asks other questions of the pool.
        isAsked(practiceAnswers.questionId),
      ),
    )
    .leftJoin(
      answers,
      and(
        eq(answers.attemptId, attempts.id),
        eq(answers.studentId, attempts.studentId),
        eq(answers.questionId, practiceAnswers.questionId),
        answers.correct,
      ),
    )
    .where(and(eq(attempts.studentId, studentId), isNull(answers.attemptId)))
    .groupBy(attempts.id)
    .as('practised')

/** Loads a student's locked quizzes. */
async function loadLocked(app: App, studentId: string): Promise<Progress['locked']> {
  const { videoId, ageCategory, correctCount, questionCount, voidCount, deadline, lockedAt } = attempts
  const practised = countPractised(app, studentId)
  const rows = await app.db
    .select({
      quiz: { videoId, ageCategory, correctCount, questionCount, voidCount },
      times: { deadline, lockedAt },
      now: quizNow(app),
      practised: { count: practised.count, at: practised.at },
    })
    .from(attempts)
    .leftJoin(practised, eq(practised.attemptId, attempts.id))
    .where(and(eq(attempts.studentId, studentId), isNull(attempts.resetAt)))
  return rows.flatMap(({ quiz, times, now, practised: { count, at: practisedAt } }) => {
    const at = lockedSince(times, now)
    return at ? [{ ...quiz, at, practised: practisedAt && count !== null ? { count, at: practisedAt } : null }] : []
  })
}

/** Loads the videos a student has played or read, including any deleted since, with their locked quizzes. */
async function loadPlayed(app: App, studentId: string, locked: Progress['locked']): Promise<PlayedVideo[]> {
  const rows = await app.db
    .select({
      videoId: videos.id,
      values: videos.values,
      playedAt: plays.playedAt,
      anyScoreUntil: plays.anyScoreUntil,
    })
    .from(plays)
    .innerJoin(videos, eq(videos.id, plays.videoId))
    .where(and(eq(plays.studentId, studentId), isNotNull(plays.playedAt)))
  return rows.flatMap(({ playedAt, ...video }) =>
    playedAt ? [{ ...video, playedAt, locked: locked.filter((quiz) => quiz.videoId === video.videoId) }] : [],
  )
}

type SeriesMeasure = ReturnType<typeof measureSeries>
/** A series with the student's progress and the values its certificate would show. */
type StudentSeries = { series: SeriesRow; videos: VideoRow[]; values: VideoRow['values'] } & SeriesMeasure

/** Loads what a student has played and answered, the progress in each series, and the videos that can still be finished. */
export async function loadAwards(
  app: App,
  studentId: string,
): Promise<{ played: PlayedVideo[]; open: VideoRow[]; series: StudentSeries[] }> {
  const [student] = await app.db.select({ birth: students.birth }).from(students).where(eq(students.id, studentId))
  if (!student) fail('not_found')
  const listed = await loadListed(app)
  const former = await listFormerQuizzes(app, studentId)
  const counts = await countQuestions(
    app.db,
    listed.map(({ video }) => video.id),
  )
  const toQuiz = ({ id }: VideoRow) => ({ videoId: id, questionCounts: counts(id).asked })
  const locked = await loadLocked(app, studentId)
  const played = await loadPlayed(app, studentId, locked)
  const progress: Progress = {
    category: ageCategoryAt(student.birth, app.clock.now()),
    played,
    locked,
    isFormerQuiz: (videoId, ageCategory) =>
      former.some((quiz) => quiz.videoId === videoId && quiz.ageCategory === ageCategory),
  }
  const finished = new Set(listFinished(played).map(({ videoId }) => videoId))
  const members = Map.groupBy(
    listed.filter((one) => one.series !== null),
    (one) => one.series?.id,
  )
  return {
    played,
    open: listed.flatMap(({ video }) => (!finished.has(video.id) && canFinish(toQuiz(video), progress) ? [video] : [])),
    series: [...members.values()].flatMap((rows) => {
      const own = rows.map(({ video }) => video)
      const of = rows[0]?.series
      return of
        ? [{ series: of, videos: own, values: joinValues(own), ...measureSeries(own.map(toQuiz), progress) }]
        : []
    }),
  }
}

export function toCertificate(row: CertificateRow): Certificate {
  const { id: _id, seriesTitle, values, videoCount, correctCount, questionCount, issuedAt } = row
  const isMeasured = videoCount !== null && correctCount !== null && questionCount !== null
  return {
    _id,
    seriesTitle,
    values,
    achievement: isMeasured ? { videoCount, correctCount, questionCount } : null,
    issuedAt: issuedAt.toISOString(),
  }
}

/** Returns a student's badges, progress in each series, and certificates. */
export async function listAwards(app: App, studentId: string): Promise<ReplyOf<typeof endpoint>> {
  const { played, open, series: all } = await loadAwards(app, studentId)
  const issued = await app.db
    .select()
    .from(certificates)
    .where(eq(certificates.studentId, studentId))
    .orderBy(desc(certificates.issuedAt), asc(certificates.id))
  const progress = all.map(({ series: { id: _id, title }, videos: members, finishedCount }): SeriesProgress => ({
    _id,
    title,
    videoCount: members.length,
    finishedCount,
    certificateId: issued.find(({ seriesId }) => seriesId === _id)?.id ?? null,
  }))
  return { badges: computeBadges(played, open), series: progress, certificates: issued.map(toCertificate) }
}

/** Returns a certificate with its student's username; 404 once the account is deleted. */
export async function readCertificate(app: App, id: string) {
  const [found] = await app.db
    .select({ certificate: certificates, username: students.username })
    .from(certificates)
    .innerJoin(students, and(eq(students.id, certificates.studentId), isNull(students.erasedAt)))
    .where(eq(certificates.id, id))
  if (!found) fail('not_found')
  return { ...toCertificate(found.certificate), username: found.username }
}

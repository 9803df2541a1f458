// Reads what a student has watched and finished, and the series that students can see.
import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { ageCategoryAt } from '@baobab/contract/accounts/rules.ts'
import type { Certificate, SeriesProgress, listAwards as endpoint } from '@baobab/contract/awards/endpoints.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { countQuestions } from '../quiz/count-questions.ts'
import { listFormerQuizzes } from '../quiz/former-attempts.ts'
import { quizNow } from '../quiz/queries.ts'
import { lockedSince } from '../quiz/rules.ts'
import { attempts } from '../quiz/tables.ts'
import { isListed } from '../videos/queries.ts'
import { series, videos, watches, type SeriesRow, type VideoRow } from '../videos/tables.ts'
import { computeBadges, countFinished, joinValues, type WatchedVideo } from './rules.ts'
import { certificates, type CertificateRow } from './tables.ts'

/** Loads the videos a student has watched, including any deleted since, with their locked quizzes. */
async function loadWatched(app: App, studentId: string): Promise<WatchedVideo[]> {
  const watched = await app.db
    .select({ videoId: videos.id, values: videos.values, watchedAt: watches.watchedAt })
    .from(watches)
    .innerJoin(videos, eq(videos.id, watches.videoId))
    .where(and(eq(watches.studentId, studentId), isNotNull(watches.watchedAt)))
  const { videoId, ageCategory, deadline, lockedAt } = attempts
  const rows = await app.db
    .select({ videoId, ageCategory, deadline, lockedAt, now: quizNow(app) })
    .from(attempts)
    .where(and(eq(attempts.studentId, studentId), isNull(attempts.resetAt)))
  const locked = rows.flatMap(({ now, ...attempt }) => {
    const at = lockedSince(attempt, now)
    return at ? [{ videoId: attempt.videoId, ageCategory: attempt.ageCategory, at }] : []
  })
  return watched.flatMap(({ watchedAt, ...video }) =>
    watchedAt ? [{ ...video, watchedAt, locked: locked.filter((quiz) => quiz.videoId === video.videoId) }] : [],
  )
}

type SeriesWithVideos = { series: SeriesRow; videos: VideoRow[] }

/** Loads the series with videos that students can see, in order. */
async function loadSeries(app: App): Promise<SeriesWithVideos[]> {
  const rows = await app.db
    .select({ series, video: videos })
    .from(series)
    .innerJoin(videos, eq(videos.seriesId, series.id))
    .where(isListed(app.clock.now()))
    .orderBy(asc(series.position), asc(series.id), asc(videos.seriesPosition), asc(videos.id))
  const bySeries = Map.groupBy(rows, (row) => row.series.id)
  return [...bySeries.values()].flatMap((members) => {
    const [first] = members
    return first ? [{ series: first.series, videos: members.map(({ video }) => video) }] : []
  })
}

/** A series with the student's progress and the values its certificate would show. */
type StudentSeries = SeriesWithVideos & { finishedCount: number; values: VideoRow['values'] }

/** Loads a student's progress in each series. */
export async function loadStudentSeries(
  app: App,
  studentId: string,
  watched?: readonly WatchedVideo[],
): Promise<StudentSeries[]> {
  const all = await loadSeries(app)
  const [student] = await app.db.select({ birth: students.birth }).from(students).where(eq(students.id, studentId))
  if (!student) fail('not_found')
  const former = await listFormerQuizzes(app, studentId)
  const counts = await countQuestions(
    app.db,
    all.flatMap((one) => one.videos.map(({ id }) => id)),
  )
  const progress = {
    category: ageCategoryAt(student.birth, app.clock.now()),
    watched: watched ?? (await loadWatched(app, studentId)),
    isFormerQuiz: (videoId: string, ageCategory: string) =>
      former.some((quiz) => quiz.videoId === videoId && quiz.ageCategory === ageCategory),
  }
  return all.map((one) => {
    const quizzes = one.videos.map(({ id }) => ({ videoId: id, questionCounts: counts(id).asked }))
    return { ...one, finishedCount: countFinished(quizzes, progress), values: joinValues(one.videos) }
  })
}

export function toCertificate({ id: _id, seriesTitle, values, issuedAt }: CertificateRow): Certificate {
  return { _id, seriesTitle, values, issuedAt: issuedAt.toISOString() }
}

/** Returns a student's badges, progress in each series, and certificates. */
export async function listAwards(app: App, studentId: string): Promise<ReplyOf<typeof endpoint>> {
  const watched = await loadWatched(app, studentId)
  const all = await loadStudentSeries(app, studentId, watched)
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
  return { badges: computeBadges(watched), series: progress, certificates: issued.map(toCertificate) }
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

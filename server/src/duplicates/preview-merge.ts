// Shows what merging two accounts would do, using the same rules as the merge.
import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import {
  duplicatesText,
  type MergedQuiz,
  type MergePreview,
  type MergeSide,
} from '@baobab/contract/duplicates/endpoints.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { StudentRow } from '../accounts/queries.ts'
import { auditRead } from '../platform/audit/write-audit-line.ts'
import { certificates } from '../awards/tables.ts'
import { leaderboardEntries, pointsAdjustments } from '../leaderboard/tables.ts'
import { notifications } from '../notifications/tables.ts'
import { hasAccess } from '../payments/queries.ts'
import { payments } from '../payments/tables.ts'
import type { App } from '../platform/app.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { scoreAttempt } from '../quiz/rules.ts'
import { attempts } from '../quiz/tables.ts'
import { explainMerged } from '../students/explain-merged.ts'
import { staffNotes } from '../students/tables.ts'
import { bookmarks, watches } from '../videos/tables.ts'
import { countOpenFlags } from './carry-fair-play.ts'
import { findPair, type Pair } from './find-accounts.ts'
import { findRefusals } from './find-refusals.ts'
import { chooseAttempts } from './rules.ts'

/** Previews a merge, and writes an audit line. Like the merge, fails if the accounts are unknown or the same. */
export async function previewMerge(
  app: App,
  who: AdminUser,
  input: { username: string; into: string },
): Promise<MergePreview> {
  const pair = await findPair(app, input)
  await requireOpen(app, pair)
  const { kept, merged } = pair
  const line = { adminId: who.id, action: 'student.merge_previewed', subject: kept.id }
  await auditRead(app, { ...line, details: { mergedStudentId: merged.id } })
  const quizzes = await readQuizzes(app, pair)
  const [ofKept, ofMerged] = [await readAccount(app, kept), await readAccount(app, merged)]
  return {
    kept: ofKept,
    merged: ofMerged,
    refusals: await findRefusals(app, app.db, pair),
    points: await readPoints(app, pair, quizzes),
    quizzes,
    moves: await countMoves(app, merged.id),
    certificatesTwice: await countCertificatesTwice(app, pair),
    isPaidTwice: ofKept.isPaid && ofMerged.isPaid,
    openFlags: await countOpenFlags(app.db, pair),
  }
}

/** Refuses closed accounts; for a merged one, says where it is now. */
async function requireOpen(app: App, { kept, merged }: Pair): Promise<void> {
  if (merged.erasedAt) fail('not_found', await explainMerged(app, merged))
  if (kept.erasedAt) failField('into', (await explainMerged(app, kept)).message ?? duplicatesText.otherUnknown)
}

async function readAccount(app: App, student: StudentRow): Promise<MergePreview['kept']> {
  const { id, username, email, birth, school, createdAt, disqualifiedAt } = student
  const isPaid = await hasAccess(app.db, id)
  const joined = createdAt.toISOString()
  return { username, email, birth, school, joined, isPaid, isDisqualified: disqualifiedAt !== null }
}

/** Reads the quizzes of both accounts; quizzes that both have come first. */
async function readQuizzes(app: App, { kept, merged }: Pair): Promise<MergedQuiz[]> {
  const rows = await app.db
    .select()
    .from(attempts)
    .where(sql`${inArray(attempts.studentId, [kept.id, merged.id])} and ${attempts.resetAt} is null`)
    .orderBy(attempts.startedAt)
  const { counting } = chooseAttempts(rows)
  const quizzes = counting.map(({ id, videoId, videoTitle, ageCategory }) => {
    const of = (studentId: string) => {
      const attempt = rows.find(
        (row) => row.studentId === studentId && row.videoId === videoId && row.ageCategory === ageCategory,
      )
      return attempt ? { id: attempt.id, ...toSide(attempt) } : null
    }
    const [ofKept, ofMerged] = [of(kept.id), of(merged.id)]
    const counts: MergeSide = ofKept?.id === id ? 'kept' : 'merged'
    return { videoTitle, ageCategory, counts, kept: withoutId(ofKept), merged: withoutId(ofMerged) }
  })
  const isOfBoth = (quiz: MergedQuiz) => quiz.kept !== null && quiz.merged !== null
  return quizzes.toSorted((a, b) => Number(isOfBoth(b)) - Number(isOfBoth(a)))
}

const toSide = (attempt: typeof attempts.$inferSelect) => ({
  startedAt: attempt.startedAt.toISOString(),
  score: scoreAttempt(attempt).score,
})

const withoutId = (side: { startedAt: string; score: number } | null) =>
  side && { startedAt: side.startedAt, score: side.score }

/** Reads the points of both accounts, and the points that the remaining one will have. */
async function readPoints(
  app: App,
  { kept, merged }: Pair,
  quizzes: readonly MergedQuiz[],
): Promise<MergePreview['points']> {
  const entries = await app.db
    .select()
    .from(leaderboardEntries)
    .where(inArray(leaderboardEntries.studentId, [kept.id, merged.id]))
  const isAdjusted = and(
    inArray(pointsAdjustments.studentId, [kept.id, merged.id]),
    eq(pointsAdjustments.decision, 'applied'),
  )
  const adjustments = await app.db.select().from(pointsAdjustments).where(isAdjusted)
  return ageCategories.flatMap((ageCategory) => {
    const scoreOf = (studentId: string) =>
      entries.find((entry) => entry.studentId === studentId && entry.ageCategory === ageCategory)?.score
    const [ofKept, ofMerged] = [scoreOf(kept.id), scoreOf(merged.id)]
    if (ofKept === undefined && ofMerged === undefined) return []
    const byAnswers = quizzes
      .filter((quiz) => quiz.ageCategory === ageCategory)
      .reduce((sum, quiz) => sum + (quiz[quiz.counts]?.score ?? 0), 0)
    const adjusted = adjustments
      .filter((adjustment) => adjustment.ageCategory === ageCategory)
      .reduce((sum, { amount }) => sum + amount, 0)
    return [{ ageCategory, kept: ofKept ?? 0, merged: ofMerged ?? 0, after: Math.max(byAnswers + adjusted, 0) }]
  })
}

async function countMoves(app: App, id: string): Promise<MergePreview['moves']> {
  const { db } = app
  return {
    payments: await db.$count(payments, eq(payments.studentId, id)),
    certificates: await db.$count(certificates, eq(certificates.studentId, id)),
    bookmarks: await db.$count(bookmarks, eq(bookmarks.studentId, id)),
    watchedVideos: await db.$count(watches, eq(watches.studentId, id)),
    notifications: await db.$count(notifications, eq(notifications.studentId, id)),
    staffNotes: await db.$count(staffNotes, eq(staffNotes.studentId, id)),
  }
}

async function countCertificatesTwice(app: App, { kept, merged }: Pair): Promise<number> {
  const isTwice = sql`${certificates.studentId} = ${merged.id} and ${certificates.seriesId} in
    (select series_id from ${certificates} as own where own.student_id = ${kept.id})`
  return app.db.$count(certificates, isTwice)
}

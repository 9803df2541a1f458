// Queries for the admin list of regrades, and for one regrade with its changes.
import { isAllowed } from '@baobab/contract/accounts/rules.ts'
import {
  agreeToRegrade,
  type readRegrade as reading,
  type Regrade,
  type VoidQuestion,
} from '@baobab/contract/quiz/corrections.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { and, count, desc, eq, gt, inArray, isNull, lte, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { canAgree } from '../../../accounts/admin/rules.ts'
import { ruleOnMatter } from '../../../accounts/admin/two-admins.ts'
import { admins, students } from '../../../accounts/tables.ts'
import { leaderboardEntries, pointsLedger } from '../../../leaderboard/tables.ts'
import type { App } from '../../../platform/app.ts'
import { isId, type Db, type Tx } from '../../../platform/database/database.ts'
import type { AdminUser } from '../../../platform/http/auth.ts'
import { fail } from '../../../platform/http/errors.ts'
import { videos } from '../../../videos/tables.ts'
import { isAsked } from '../../queries.ts'
import { attempts, questions, quizzes, regrades } from '../../tables.ts'
import { findVoid, type FoundVoid } from './find-void.ts'
import type { AgreedRegrade, RegradePreview } from './rules.ts'

export type RegradeRow = typeof regrades.$inferSelect

/** How many regrades are listed. They are rare. */
const LISTED = 100

/** Returns a regrade. Fails with 404 if there is none. */
export async function requireRegrade(db: Db | Tx, id: string): Promise<RegradeRow> {
  const [row] = isId(id) ? await db.select().from(regrades).where(eq(regrades.id, id)) : []
  return row ?? fail('not_found')
}

/** Returns a regrade and locks it until the transaction ends. Fails with 404, or with 409 if it has been decided. */
export async function lockUndecidedRegrade(tx: Tx, id: string): Promise<RegradeRow> {
  const { id: found } = await requireRegrade(tx, id)
  const [row] = await tx.select().from(regrades).where(eq(regrades.id, found)).for('update')
  if (!row) return fail('not_found')
  return row.decision === null ? row : fail('regrade_decided')
}

/** Returns whether a regrade agreed to by a given time has not corrected all points yet. */
export async function isRegradeRunning(db: Db | Tx, until: Date): Promise<boolean> {
  const isRunning = and(eq(regrades.decision, 'agreed'), isNull(regrades.finishedAt), lte(regrades.decidedAt, until))
  const [row] = await db.select({ id: regrades.id }).from(regrades).where(isRunning).limit(1)
  return row !== undefined
}

const proposers = alias(admins, 'proposers')
const deciders = alias(admins, 'deciders')

function selectRegrades(db: Db | Tx, condition: SQL | undefined) {
  return db
    .select({
      regrade: regrades,
      video: { title: videos.title, deletedAt: videos.deletedAt },
      currentExplanation: questions.explanation,
      proposedBy: proposers.username,
      decidedBy: deciders.username,
    })
    .from(regrades)
    .innerJoin(videos, eq(videos.id, regrades.videoId))
    .leftJoin(questions, eq(questions.id, regrades.questionId))
    .innerJoin(proposers, eq(proposers.id, regrades.proposedBy))
    .leftJoin(deciders, eq(deciders.id, regrades.decidedBy))
    .where(condition)
    .orderBy(desc(regrades.proposedAt), desc(regrades.id))
    .limit(LISTED)
}

function toState({ decision, finishedAt }: RegradeRow): Regrade['state'] {
  if (decision === null) return 'proposed'
  if (decision === 'withdrawn') return 'withdrawn'
  return finishedAt ? 'finished' : 'running'
}

function toRegrade({
  regrade,
  video,
  currentExplanation,
  ...names
}: Awaited<ReturnType<typeof selectRegrades>>[number]): Regrade {
  const {
    id,
    questionId,
    videoId,
    ageCategory,
    question,
    voided,
    wasVoided,
    oldAnswer,
    newAnswer,
    keepsOld,
    explanation,
  } = regrade
  return {
    _id: id,
    triviaId: questionId,
    videoId,
    videoTitle: video.deletedAt ? null : video.title,
    ageCategory,
    question,
    voided,
    wasVoided,
    oldAnswer,
    newAnswer,
    keepsOld,
    explanation,
    currentExplanation,
    state: toState(regrade),
    ...names,
    proposedAt: regrade.proposedAt.toISOString(),
    decidedAt: regrade.decidedAt?.toISOString() ?? null,
    finishedAt: regrade.finishedAt?.toISOString() ?? null,
  }
}

/** Returns the newest regrades. */
export async function listRegrades(app: App): Promise<{ regrades: Regrade[] }> {
  return { regrades: (await selectRegrades(app.db, undefined)).map(toRegrade) }
}

/** Returns the regrades of some questions that were not withdrawn, oldest first. */
export async function listRegradesOfQuestions(db: Db, questionIds: string[]): Promise<Regrade[]> {
  const rows = await selectRegrades(db, inArray(regrades.questionId, questionIds))
  return rows
    .map(toRegrade)
    .filter(({ state }) => state !== 'withdrawn')
    .toReversed()
}

/** Returns a regrade with what it would change and what it has changed. */
export async function readRegrade(app: App, who: AdminUser, id: string): Promise<ReplyOf<typeof reading>> {
  const [found] = isId(id) ? await selectRegrades(app.db, eq(regrades.id, id)) : []
  if (!found) fail('not_found')
  const { preview, proposedBy, decision } = found.regrade
  const { proposedAt: began } = found.regrade
  const ruling = await ruleOnMatter(app, app.db, who, { began, decidedBy: agreeToRegrade })
  const voidNow = await findVoid(app.db, found.regrade.questionId)
  return {
    regrade: toRegrade(found),
    preview: preview && (await withUsernames(app.db, preview)),
    changed: await countChanges(app.db, id),
    canAgree: decision === null && isAllowed(agreeToRegrade.who, who.roles) && canAgree(ruling, proposedBy === who.id),
    shortage: await findShortage(app.db, found.regrade),
    voidQuestion: voidNow ? toVoidQuestion(voidNow) : null,
  }
}

function toVoidQuestion({ question, voided }: FoundVoid): VoidQuestion {
  const { options, correctAnswer, explanation } = question
  return { voided, options, correctAnswer, explanation }
}

/** Returns how many questions a quiz asks and would have left, if a proposal to take one out leaves too few; otherwise null. */
async function findShortage(db: Db, { videoId, ageCategory, voided, wasVoided, decision }: RegradeRow) {
  if (!voided || wasVoided || decision !== null) return null
  const isOfQuiz = and(eq(questions.videoId, quizzes.videoId), eq(questions.ageCategory, quizzes.ageCategory))
  const [row] = await db
    .select({ asked: quizzes.askedCount, isFixed: quizzes.isFixed, total: count(questions.id) })
    .from(quizzes)
    .leftJoin(questions, isOfQuiz)
    .where(and(eq(quizzes.videoId, videoId), eq(quizzes.ageCategory, ageCategory)))
    .groupBy(quizzes.videoId, quizzes.ageCategory)
  return row?.isFixed && row.total - 1 < row.asked ? { asked: row.asked, left: row.total - 1 } : null
}

/** Counts the students whose points a regrade has changed so far. */
async function countChanges(db: Db, regradeId: string): Promise<{ up: number; down: number }> {
  const [row] = await db
    .select({
      up: sql`count(*) filter (where ${pointsLedger.delta} > 0)`.mapWith(Number),
      down: sql`count(*) filter (where ${pointsLedger.delta} < 0)`.mapWith(Number),
    })
    .from(pointsLedger)
    .where(eq(pointsLedger.regradeId, regradeId))
  return row ?? { up: 0, down: 0 }
}

/** Adds current usernames to a preview's entries. */
async function withUsernames(db: Db, { moves, ...counts }: RegradePreview) {
  const ids = moves.map(({ entryId }) => entryId)
  const rows = await db
    .select({ id: leaderboardEntries.id, username: students.username })
    .from(leaderboardEntries)
    .innerJoin(students, and(eq(students.id, leaderboardEntries.studentId), isNull(students.erasedAt)))
    .where(inArray(leaderboardEntries.id, ids))
  const names = new Map(rows.map(({ id, username }) => [id, username]))
  return { ...counts, moves: moves.map(({ entryId, ...move }) => ({ username: names.get(entryId) ?? null, ...move })) }
}

/** Selects the attempts that may contain a question: those at its quiz that count, in id order. */
export function isAttemptOfRegrade({ videoId, ageCategory, questionId }: RegradeRow, after: string): SQL | undefined {
  return and(
    eq(attempts.videoId, videoId),
    eq(attempts.ageCategory, ageCategory),
    isNull(attempts.resetAt),
    gt(attempts.id, after),
    isAsked(questionId),
  )
}

/** Sorts before every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Returns an agreed regrade, or undefined if there is nothing to do. */
export function toAgreed({ decision, decidedAt, finishedAt, ...regrade }: RegradeRow): AgreedRegrade | undefined {
  return decision === 'agreed' && decidedAt && !finishedAt ? { ...regrade, decidedAt } : undefined
}

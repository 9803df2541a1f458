// Gives attempts paused by maintenance their lost time back, and reopens those whose time ran out.
import { and, asc, eq, gte, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { GRACE_MS } from '@baobab/contract/quiz/rules.ts'
import { extendDeadline, wasStopped, type Pause, type PausedAttempt } from '../platform/maintenance/rules.ts'
import type { Tx } from '../platform/database/database.ts'
import { practiceAnswers } from './streak-tables.ts'
import { answers, attemptOrigins, attemptReviews, attempts } from './tables.ts'

type Found = PausedAttempt & { id: string }

/** How many attempts got time back, and how many of these had been locked at their deadline. */
type GivenBack = { attempts: number; reopened: number }

/**
 * Extends the deadlines of attempts stopped by a pause. An attempt that was locked at its deadline is reopened, unless its
 * student has seen correct answers since. Call it once per pause, in the transaction that ends it: answers wait for the rows,
 * and then see the new deadline.
 */
export async function giveTimeBack(tx: Tx, pause: Pause): Promise<GivenBack> {
  const first = new Date(pause.from.getTime() - GRACE_MS)
  // Two statements, each using an index on the attempts in that state. The open ones come first, so that none can be locked in
  // between.
  const open = await lockAttempts(tx, pause, and(isNull(attempts.lockedAt), gte(attempts.deadline, first)))
  const locked = await lockAttempts(
    tx,
    pause,
    and(gte(attempts.lockedAt, first), eq(attempts.lockedAt, attempts.deadline)),
  )
  const stopped = (await addLastAnswers(tx, [...open, ...locked])).filter((attempt) => wasStopped(attempt, pause))
  await storeDeadlines(
    tx,
    stopped.map((attempt) => ({ id: attempt.id, deadline: extendDeadline(attempt, pause) })),
  )
  return { attempts: stopped.length, reopened: stopped.filter(({ lockedAt }) => lockedAt !== null).length }
}

/** Locks the attempts that match a condition and may have been stopped by a pause, so that answers wait for the outcome. */
function lockAttempts(tx: Tx, { until }: Pause, which: SQL | undefined): Promise<Omit<Found, 'lastAnswerAt'>[]> {
  const { id, startedAt, deadline, lockedAt, answeredCount, questionCount } = attempts
  return tx
    .select({ id, startedAt, deadline, lockedAt, answeredCount, questionCount })
    .from(attempts)
    .where(and(which, isNull(attempts.resetAt), lt(attempts.startedAt, until), hasSeenNoAnswers()))
    .orderBy(asc(id))
    .for('no key update')
}

/** The condition that a student has seen no correct answers to an attempt since its time ran out, in the review or in practice. */
function hasSeenNoAnswers(): SQL {
  return sql`not exists (select from ${attemptReviews} where ${attemptReviews.attemptId} = ${attempts.id})
    and not exists (select from ${practiceAnswers} where ${practiceAnswers.studentId} = ${attempts.studentId}
      and ${practiceAnswers.videoId} = ${attempts.videoId} and ${practiceAnswers.ageCategory} = ${attempts.ageCategory}
      and ${practiceAnswers.answeredAt} > ${attempts.startedAt})`
}

/**
 * Reads when the last answers were accepted, in a later statement than the one that locked the attempts, so that it sees all of
 * them.
 */
async function addLastAnswers(tx: Tx, found: readonly Omit<Found, 'lastAnswerAt'>[]): Promise<Found[]> {
  if (found.length === 0) return []
  const last = await tx
    .select({ attemptId: answers.attemptId, at: sql<Date>`max(${answers.answeredAt})`.mapWith(answers.answeredAt) })
    .from(answers)
    .where(inIds(answers.attemptId, found))
    .groupBy(answers.attemptId)
  const times = new Map(last.map(({ attemptId, at }) => [attemptId, at]))
  return found.map((attempt) => ({ ...attempt, lastAnswerAt: times.get(attempt.id) ?? null }))
}

/** One parameter for all ids, because the number of parameters is limited. */
const inIds = (column: typeof answers.attemptId | typeof attemptOrigins.attemptId, rows: readonly { id: string }[]) =>
  sql`${column} = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`

async function storeDeadlines(tx: Tx, extended: readonly { id: string; deadline: Date }[]): Promise<void> {
  if (extended.length === 0) return
  const deadlines = extended.map(({ deadline }) => deadline.toISOString())
  await tx.execute(sql`
    update ${attempts} set deadline = extended.deadline, locked_at = null
    from unnest(${sql.param(extended.map(({ id }) => id))}::uuid[], ${sql.param(deadlines)}::timestamptz[]) as extended (id, deadline)
    where ${attempts.id} = extended.id`)
  // Fair play examines finished attempts, and may have done so before one was reopened.
  await tx.update(attemptOrigins).set({ examinedAt: null }).where(inIds(attemptOrigins.attemptId, extended))
}

// Corrects, in batches, the attempts and points of everyone who was asked a question whose key has changed or that became void.
// Each batch is one transaction that includes its notifications. So after a crash the remaining batches follow, and nobody is
// changed or notified twice.
import { gainedNotification, lostNotification } from '@baobab/contract/quiz/text.ts'
import { voidGainedNotification, voidLostNotification } from '@baobab/contract/quiz/voids.ts'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { students } from '../../../accounts/tables.ts'
import { regradePoints } from '../../../leaderboard/regrade-points.ts'
import { createNotifications } from '../../../notifications/create-notification.ts'
import type { App } from '../../../platform/app.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { findCode } from '../../../platform/http/errors.ts'
import { defineQueue } from '../../../platform/jobs/jobs.ts'
import {
  snapshotColumns,
  storeChangedSnapshots,
  withSnapshots,
  type ChangedSnapshot,
} from '../../question-snapshots.ts'
import type { SnapshotQuestion } from '../../rules.ts'
import { answers, attemptOrigins, attempts, regrades } from '../../tables.ts'
import { FIRST_ID, isAttemptOfRegrade, requireRegrade, toAgreed, type RegradeRow } from './queries.ts'
import { regradeAttempt, type AgreedRegrade } from './rules.ts'

/** Retried for about a day. The month's list waits until the regrade is finished. */
export const regradesToApply = defineQueue<{ regradeId: string }>('regrades-to-apply', {
  retryLimit: 50,
  heartbeatSeconds: 60,
  expireInSeconds: 6 * 3_600,
})

/** Queue of regrades from or to a void question, which servers of earlier releases do not know and so would not apply. */
export const voidsToApply = defineQueue<{ regradeId: string }>('voids-to-apply', {
  retryLimit: 50,
  heartbeatSeconds: 60,
  expireInSeconds: 6 * 3_600,
})

/** Returns the queue of a regrade. */
export const chooseQueue = ({ voided, wasVoided }: Pick<RegradeRow, 'voided' | 'wasVoided'>) =>
  voided || wasVoided ? voidsToApply : regradesToApply

/** The number of attempts corrected per transaction: few, so that an answer waits only milliseconds. */
const BATCH_SIZE = 50
/** How many times a batch is tried before the job fails; the job is retried later. */
const MAX_TRIES = 20

/** Applies an agreed regrade. Safe to repeat, and to run on two servers at once. */
export async function applyRegrade(app: App, regradeId: string, signal: AbortSignal): Promise<void> {
  const row = await requireRegrade(app.db, regradeId)
  const regrade = toAgreed(row)
  if (!regrade) return
  let after = FIRST_ID
  for (;;) {
    signal.throwIfAborted()
    const ids = await findBatch(app, row, after)
    const last = ids.at(-1)
    if (last === undefined) break
    await applyUnlessLocked(app, { row, regrade, ids })
    after = last
  }
  await app.db
    .update(regrades)
    .set({ finishedAt: app.clock.now() })
    .where(and(eq(regrades.id, regradeId), isNull(regrades.finishedAt)))
}

async function findBatch(app: App, row: RegradeRow, after: string): Promise<string[]> {
  const found = await app.db
    .select({ id: attempts.id })
    .from(attempts)
    .where(isAttemptOfRegrade(row, after))
    .orderBy(asc(attempts.id))
    .limit(BATCH_SIZE)
  return found.map(({ id }) => id)
}

type Batch = { row: RegradeRow; regrade: AgreedRegrade; ids: string[] }

/**
 * Applies a batch, retrying if it waited too long: an answer or a reset holds a lock, and others may be waiting for the batch's
 * locks. Requests may wait longer for a lock, so it is the batch that gives way.
 */
async function applyUnlessLocked(app: App, batch: Batch): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await app.db.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = 500`)
        await applyBatch(app, tx, batch)
      })
      return
    } catch (error) {
      if (!isLocked(error) || tries === MAX_TRIES) throw error
    }
  }
}

/** Returns whether an error means that waiting for a lock took too long or ended in a deadlock. */
const isLocked = (error: unknown) => /^(55P03|40P01)$/.test(findCode(error))

async function applyBatch(app: App, tx: Tx, { row, regrade, ids }: Batch): Promise<void> {
  if (!(await lockUnfinished(tx, regrade.id))) return
  const found = await lockAttempts(app, tx, { ids, questionId: regrade.questionId })
  const changes = found.flatMap(({ attempt, given, isErased }) => {
    const changed = regradeAttempt({ ...attempt, answer: given?.answer ?? null }, regrade)
    return changed ? [{ ...changed, attempt, given, isErased }] : []
  })
  await updateAttempts(app, tx, changes)
  const changed = changes.flatMap(({ attempt: { id: attemptId, studentId, videoTitle: title }, given, ...rest }) =>
    given && rest.delta !== 0 ? [{ ...rest, attemptId, studentId, title, answeredAt: given.answeredAt }] : [],
  )
  const { id: regradeId, questionId, decidedAt: at } = regrade
  const scores = await regradePoints(
    tx,
    { regradeId, questionId, ageCategory: row.ageCategory, at, now: app.clock.now() },
    changed,
  )
  const created = changed.flatMap(({ studentId, title, question, delta, isErased }) => {
    const { before, score } = scores.get(studentId) ?? { before: 0, score: 0 }
    if (isErased || score === before) return []
    const content = writeNotification(question, { title, delta, score })
    return [{ to: { studentId }, ...content, type: 'quiz' as const, method: 'in-app' as const }]
  })
  await createNotifications(app, tx, created)
}

type ChangedPoints = { title: string; delta: number; score: number }

function writeNotification(
  { question, correctAnswer: answer, voided }: SnapshotQuestion,
  { title, delta, score }: ChangedPoints,
) {
  const about = { title, question, score }
  if (delta > 0) return voided ? voidGainedNotification(about) : gainedNotification(about)
  return voided ? voidLostNotification(about) : lostNotification({ ...about, answer })
}

/**
 * Locks a regrade so that it is not finished before the batch. Returns false if it already is: another server was faster, and a
 * later regrade of the question may have corrected the key since.
 */
async function lockUnfinished(tx: Tx, regradeId: string): Promise<boolean> {
  const [unfinished] = await tx
    .select({ id: regrades.id })
    .from(regrades)
    .where(and(eq(regrades.id, regradeId), isNull(regrades.finishedAt)))
    .for('share')
  return unfinished !== undefined
}

/**
 * Locks the attempts in a batch that still count, in the same order as a reset or an answer: students, attempts, then entries.
 * A locked student is not erased before the notification is written.
 */
async function lockAttempts(app: App, tx: Tx, { ids, questionId }: { ids: string[]; questionId: string }) {
  const owners = tx.select({ id: attempts.studentId }).from(attempts).where(inArray(attempts.id, ids))
  const locked = await tx
    .select({ id: students.id, erasedAt: students.erasedAt })
    .from(students)
    .where(inArray(students.id, owners))
    .orderBy(asc(students.id))
    .for('share')
  const erased = new Set(locked.filter(({ erasedAt }) => erasedAt).map(({ id }) => id))
  const rows = await tx
    .select({
      id: attempts.id,
      studentId: attempts.studentId,
      videoTitle: attempts.videoTitle,
      ...snapshotColumns,
    })
    .from(attempts)
    .where(and(inArray(attempts.id, ids), isNull(attempts.resetAt)))
    .orderBy(asc(attempts.id))
    .for('no key update')
  // Read after the lock, so that every answer judged by the old key is included.
  const given = await tx
    .select()
    .from(answers)
    .where(and(inArray(answers.attemptId, ids), eq(answers.questionId, questionId)))
  const byAttempt = new Map(given.map((answer) => [answer.attemptId, answer]))
  return (await withSnapshots(app, rows, tx)).map((attempt) => ({
    attempt,
    given: byAttempt.get(attempt.id),
    isErased: erased.has(attempt.studentId),
  }))
}

type ChangedAttempt = ChangedSnapshot & { attempt: { id: string }; delta: number; voidDelta: number }

async function updateAttempts(app: App, tx: Tx, changes: readonly ChangedAttempt[]): Promise<void> {
  const stored = await storeChangedSnapshots(app, tx, changes)
  const rows = changes.map(({ attempt, delta, voidDelta }, index) => ({
    ...stored[index],
    id: attempt.id,
    correct: Math.sign(delta),
    voids: voidDelta,
  }))
  if (rows.length === 0) return
  await tx.execute(sql`
    update attempts set paper = changed."questionSnapshot", snapshot_id = changed."snapshotId",
      snapshot_version = snapshot_version + 1, correct_count = correct_count + changed.correct,
      void_count = void_count + changed.voids
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as changed (id uuid, "questionSnapshot" jsonb, "snapshotId" uuid, correct integer, voids integer)
    where attempts.id = changed.id`)
  // Fair play examines them again: answers that looked like equal mistakes may be right now, and vice versa.
  const ids = rows.map(({ id }) => id)
  await tx.update(attemptOrigins).set({ examinedAt: null }).where(inArray(attemptOrigins.attemptId, ids))
}

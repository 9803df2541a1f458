// Gives or takes back the points of answers whose key was corrected, using new ledger rows.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Tx } from '../platform/database/database.ts'
import { keepAboveZero, loadKeptPoints, takeBackKept } from './keep-above-zero.ts'
import { reachedAtSql } from './reached-at.ts'
import { leaderboardEntries, pointsLedger } from './tables.ts'

/** A change to the points of one answer. */
type PointsChange = { studentId: string; attemptId: string; delta: number; answeredAt: Date }

type Regrade = { regradeId: string; questionId: string; ageCategory: AgeCategory; at: Date; now: Date }

/** A score before and after a regrade. They are equal if the score was kept at 0 or above. */
export type RegradedScore = { before: number; score: number }

/**
 * Changes the points of students, at most one change for each, and returns their scores by student id. A row is dated at the
 * correction, or at the answer if that came later: a row dated before its answer would count for a closed month.
 */
export async function regradePoints(
  tx: Tx,
  { regradeId, questionId, ageCategory, at, now }: Regrade,
  changes: readonly PointsChange[],
): Promise<Map<string, RegradedScore>> {
  if (changes.length === 0) return new Map()
  const byStudent = new Map(changes.map((change) => [change.studentId, change]))
  const locked = await tx
    .select()
    .from(leaderboardEntries)
    .where(
      and(
        inArray(leaderboardEntries.studentId, [...byStudent.keys()]),
        eq(leaderboardEntries.ageCategory, ageCategory),
      ),
    )
    .orderBy(asc(leaderboardEntries.id))
    .for('update')
  const dateOf = ({ answeredAt }: PointsChange) => (answeredAt > at ? answeredAt : at)
  const entries: (typeof locked)[number][] = []
  for (const entry of locked) {
    const change = byStudent.get(entry.studentId)
    if (change) entries.push(await keepAboveZero(tx, entry, { delta: change.delta, at: dateOf(change), now }))
  }
  const rows = entries.flatMap((entry) => {
    const change = byStudent.get(entry.studentId)
    if (!change) return []
    const { delta, attemptId, answeredAt } = change
    return [
      {
        entryId: entry.id,
        studentId: entry.studentId,
        ageCategory,
        delta,
        scoreAfter: entry.score + delta,
        wasListed: entry.isListed,
        isListed: entry.isListed,
        reason: 'regrade' as const,
        attemptId,
        questionId,
        regradeId,
        answeredAt,
        at: dateOf(change),
      },
    ]
  })
  await tx.insert(pointsLedger).values(rows)
  await tx.execute(sql`
    update standings set score = score + changed.delta, reached_at = ${reachedAtSql(sql`standings.id`)}
    from standing_changes as changed
    where changed.regrade_id = ${regradeId}::uuid and changed.standing_id = standings.id
      and standings.id = any(${sql.param(rows.map(({ entryId }) => entryId))}::uuid[])
      and changed.attempt_id = any(${sql.param(rows.map(({ attemptId }) => attemptId))}::uuid[])`)
  const gaining = entries.map(({ studentId }) => studentId).filter((id) => (byStudent.get(id)?.delta ?? 0) > 0)
  const kept = Map.groupBy(await loadKeptPoints(tx, gaining, ageCategory), ({ studentId }) => studentId)
  const scores = new Map<string, RegradedScore>()
  for (const entry of entries) {
    const { studentId } = entry
    const change = byStudent.get(studentId)
    const before = locked.find(({ id }) => id === entry.id)?.score
    if (!change || before === undefined) continue
    const changed = { ...entry, score: entry.score + change.delta }
    const ownKept = kept.get(studentId) ?? []
    const since = ownKept.length === 0 ? change.answeredAt : await findLoss(tx, entry, { ...change, questionId })
    const back = { points: change.delta, since, kept: ownKept, at: dateOf(change) }
    scores.set(studentId, { before, score: await takeBackKept(tx, changed, back) })
  }
  return scores
}

/** Returns when an answer last lost its points, or when it was given. */
async function findLoss(
  tx: Tx,
  { id }: { id: string },
  { attemptId, questionId, answeredAt }: PointsChange & { questionId: string },
): Promise<Date> {
  const isLoss = and(eq(pointsLedger.reason, 'regrade'), lt(pointsLedger.delta, 0))
  const isOfAnswer = and(eq(pointsLedger.attemptId, attemptId), eq(pointsLedger.questionId, questionId))
  const [lost] = await tx
    .select({ at: pointsLedger.at })
    .from(pointsLedger)
    .where(and(eq(pointsLedger.entryId, id), isOfAnswer, isLoss))
    .orderBy(desc(pointsLedger.seq))
    .limit(1)
  return lost?.at ?? answeredAt
}

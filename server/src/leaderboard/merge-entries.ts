// Moves the points of one of a student's accounts to another, using new ledger rows.
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { StudentRow } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { keepAboveZero } from './keep-above-zero.ts'
import { createEntry } from './create-entry.ts'
import { reachedAtSql } from './reached-at.ts'
import { leaderboardEntries, pointsAdjustments, pointsLedger } from './tables.ts'

type Entry = typeof leaderboardEntries.$inferSelect
type Merge = {
  kept: Pick<StudentRow, 'id' | 'birth' | 'disqualifiedAt'>
  merged: { id: string }
  /** The merged account's attempts whose points the other one gets. */
  attemptIds: readonly string[]
}

/**
 * Gives the points of these attempts and of all adjustments to the remaining account, in each category, and takes back all points
 * of the other account, which is no longer listed. The rows are dated now, so they count from the current month and frozen lists
 * do not change; each contains the time of its answer or adjustment, so that the entry keeps the time its score was reached. The
 * caller has locked both students.
 */
export async function mergeEntries(
  app: Pick<App, 'clock'>,
  tx: Tx,
  { kept, merged, attemptIds }: Merge,
): Promise<void> {
  const at = app.clock.now()
  const entries = await tx
    .select()
    .from(leaderboardEntries)
    .where(inArray(leaderboardEntries.studentId, [kept.id, merged.id]))
    .orderBy(asc(leaderboardEntries.id))
    .for('update')
  for (const from of entries.filter(({ studentId }) => studentId === merged.id)) {
    const existing = entries.find(
      ({ studentId, ageCategory }) => studentId === kept.id && ageCategory === from.ageCategory,
    )
    const { ageCategory, reachedAt } = from
    const to = existing ?? (await createEntry(tx, { student: kept, ageCategory, reachedAt, at }))
    await givePoints(tx, { from, to, attemptIds, at })
    await takeBack(tx, { from, at })
  }
  await tx.update(pointsAdjustments).set({ studentId: kept.id }).where(eq(pointsAdjustments.studentId, merged.id))
}

/**
 * Appends one row for each answer in these attempts, and for each adjustment. An answer's current worth is the sum of its rows,
 * because a key correction may have given or taken its points later; an undone adjustment is worth 0. Rows that take points away
 * come last, so that the score is not negative in between.
 */
async function givePoints(
  tx: Tx,
  { from, to, attemptIds, at }: { from: Entry; to: Entry; attemptIds: readonly string[]; at: Date },
): Promise<void> {
  const answered = sql`
    select attempt_id, question_id, adjustment_id, min(coalesce(answered_at, at)) as answered_at, sum(delta)::integer as points
    from standing_changes
    where standing_id = ${from.id}::uuid and (adjustment_id is not null
      or question_id is not null and attempt_id = any(${sql.param([...attemptIds])}::uuid[]))
    group by attempt_id, question_id, adjustment_id`
  const { rows } = await tx.execute<{ points: number }>(
    sql`select coalesce(sum(points), 0)::integer as points from (${answered}) as answered`,
  )
  const points = rows[0]?.points ?? 0
  const { id, studentId, ageCategory, score, isListed } = await keepAboveZero(tx, to, { delta: points, at })
  await tx.execute(sql`
    insert into standing_changes (standing_id, student_id, age_category, delta, score_after, stood, stands, reason,
      attempt_id, question_id, adjustment_id, answered_at, at)
    select ${id}::uuid, ${studentId}::uuid, ${ageCategory}, points,
      ${score}::integer + sum(points) over (order by points < 0, answered_at, question_id, adjustment_id)::integer,
      ${isListed}::boolean, ${isListed}::boolean, 'merged', attempt_id, question_id, adjustment_id, answered_at,
      ${at.toISOString()}::timestamptz
    from (${answered}) as answered order by points < 0, answered_at, question_id, adjustment_id`)
  const reachedAt = sql<Date>`coalesce(${reachedAtSql(sql`${id}::uuid`)}, ${leaderboardEntries.reachedAt})`
  await tx
    .update(leaderboardEntries)
    .set({ score: score + points, reachedAt })
    .where(eq(leaderboardEntries.id, id))
}

/** Takes back all of an entry's points and removes it from the leaderboard. */
async function takeBack(tx: Tx, { from, at }: { from: Entry; at: Date }): Promise<void> {
  const { id, studentId, ageCategory, score, isListed } = from
  await tx.insert(pointsLedger).values({
    entryId: id,
    studentId,
    ageCategory,
    delta: -score,
    scoreAfter: 0,
    wasListed: isListed,
    isListed: false,
    reason: 'merged',
    at,
  })
  await tx.update(leaderboardEntries).set({ score: 0, isListed: false }).where(eq(leaderboardEntries.id, id))
}

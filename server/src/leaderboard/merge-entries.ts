// Moves the points of one of a student's accounts to another, using new ledger rows.
import { lagosDate, leavesCategoryOn } from '@baobab/contract/accounts/rules.ts'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { StudentRow } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { reachedAtSql } from './reached-at.ts'
import { leaderboardEntries, pointsLedger } from './tables.ts'

type Entry = typeof leaderboardEntries.$inferSelect
type Merge = {
  kept: Pick<StudentRow, 'id' | 'birth' | 'disqualifiedAt'>
  merged: { id: string }
  /** The merged account's attempts whose points the other one gets. */
  attemptIds: readonly string[]
}

/**
 * Gives the points of these attempts to the remaining account, in each category, and takes back all points of the other
 * account, which is no longer listed. The rows are dated now, so they count from the current month and frozen lists do not
 * change; each contains the time of its answer, so that the entry keeps the time its score was reached. The caller has locked
 * both students.
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
    await givePoints(tx, { from, to: existing ?? (await createEntry(tx, { kept, from, at })), attemptIds, at })
    await takeBack(tx, { from, at })
  }
}

/** Creates the entry of an account that has not answered anything in a category. */
async function createEntry(
  tx: Tx,
  { kept, from: { ageCategory, reachedAt }, at }: { kept: Merge['kept']; from: Entry; at: Date },
): Promise<Entry> {
  const leavesOn = leavesCategoryOn(kept.birth, ageCategory)
  const isListed = kept.disqualifiedAt === null && lagosDate(at) < leavesOn
  const [entry] = await tx
    .insert(leaderboardEntries)
    .values({ studentId: kept.id, ageCategory, reachedAt, leavesOn, isListed })
    .returning()
  if (!entry) throw new Error('the entry was not written')
  const line = {
    entryId: entry.id,
    studentId: kept.id,
    ageCategory,
    delta: 0,
    scoreAfter: 0,
    wasListed: false,
    isListed,
    at,
  }
  await tx.insert(pointsLedger).values({ ...line, reason: 'first-answer' })
  return entry
}

/**
 * Appends one row for each answer in these attempts. An answer's current worth is the sum of its rows, because a key correction
 * may have given or taken its points later.
 */
async function givePoints(
  tx: Tx,
  { from, to, attemptIds, at }: { from: Entry; to: Entry; attemptIds: readonly string[]; at: Date },
): Promise<void> {
  const { rows } = await tx.execute<{ points: number }>(sql`
    with answered as (
      select attempt_id, question_id, min(coalesce(answered_at, at)) as answered_at, sum(delta)::integer as points
      from standing_changes
      where standing_id = ${from.id}::uuid and question_id is not null
        and attempt_id = any(${sql.param([...attemptIds])}::uuid[])
      group by attempt_id, question_id
    ), given as (
      insert into standing_changes (standing_id, student_id, age_category, delta, score_after, stood, stands, reason,
        attempt_id, question_id, answered_at, at)
      select ${to.id}::uuid, ${to.studentId}::uuid, ${to.ageCategory}, points,
        ${to.score}::integer + sum(points) over (order by answered_at, question_id)::integer,
        ${to.isListed}::boolean, ${to.isListed}::boolean, 'merged', attempt_id, question_id, answered_at,
        ${at.toISOString()}::timestamptz
      from answered order by answered_at, question_id
      returning delta
    )
    select coalesce(sum(delta), 0)::integer as points from given`)
  const score = to.score + (rows[0]?.points ?? 0)
  const reachedAt = sql<Date>`coalesce(${reachedAtSql(sql`${to.id}::uuid`)}, ${leaderboardEntries.reachedAt})`
  await tx.update(leaderboardEntries).set({ score, reachedAt }).where(eq(leaderboardEntries.id, to.id))
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

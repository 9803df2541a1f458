// Adds points so that scores do not fall below 0 when answers lose theirs, and takes them back once the answers' points return.
import { randomUUID } from 'node:crypto'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { adjustmentText } from '@baobab/contract/leaderboard/text.ts'
import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../platform/database/database.ts'
import { adjustEntry } from './adjust-entry.ts'
import { pointsAdjustments, type leaderboardEntries } from './tables.ts'

type Entry = typeof leaderboardEntries.$inferSelect

/**
 * Prepares an entry, which the caller has locked, for losing points: after an adjustment took points away, the entry may have
 * fewer points than its answers are about to lose. The difference is added first, as an adjustment without an admin, so that a
 * score is still the sum of its answers and adjustments and never negative.
 * @param change.delta what will be added to the score; negative
 * @param change.at the time of the new ledger row, which may be earlier than `now`
 * @returns the entry with the score that it has now
 */
export async function keepAboveZero(
  tx: Tx,
  entry: Entry,
  { delta, at, now = at }: { delta: number; at: Date; now?: Date },
): Promise<Entry> {
  const amount = -(entry.score + delta)
  if (amount <= 0) return entry
  const { studentId, ageCategory } = entry
  const id = await insertAutomatic(tx, {
    studentId,
    ageCategory,
    amount,
    reason: adjustmentText.keptAboveZero,
    at,
    keptAt: now,
  })
  return { ...entry, score: await adjustEntry(tx, entry, { amount, adjustmentId: id, at }) }
}

type Automatic = Pick<
  typeof pointsAdjustments.$inferInsert,
  'studentId' | 'ageCategory' | 'amount' | 'reason' | 'undoOf'
>

async function insertAutomatic(
  tx: Tx,
  { at, keptAt = at, ...values }: Automatic & { at: Date; keptAt?: Date },
): Promise<string> {
  const decided = { key: randomUUID(), proposedAt: keptAt, decision: 'applied' as const, decidedAt: at }
  const [row] = await tx
    .insert(pointsAdjustments)
    .values({ ...values, ...decided })
    .returning({ id: pointsAdjustments.id })
  if (!row) throw new Error('the adjustment was not written')
  return row.id
}

/** An adjustment by which `keepAboveZero` added points, and which nobody has undone. */
export type KeptPoints = { id: string; studentId: string; amount: number; proposedAt: Date }

/** Loads the points that students still have from `keepAboveZero`, the earliest first. The caller has locked their entries. */
export function loadKeptPoints(tx: Tx, studentIds: string[], ageCategory: AgeCategory): Promise<KeptPoints[]> {
  const undo = alias(pointsAdjustments, 'undo')
  const isUndone = and(
    eq(undo.studentId, pointsAdjustments.studentId),
    eq(undo.undoOf, pointsAdjustments.id),
    eq(undo.decision, 'applied'),
  )
  return tx
    .select({
      id: pointsAdjustments.id,
      studentId: pointsAdjustments.studentId,
      amount: pointsAdjustments.amount,
      proposedAt: pointsAdjustments.proposedAt,
    })
    .from(pointsAdjustments)
    .leftJoin(undo, isUndone)
    .where(
      and(
        inArray(pointsAdjustments.studentId, studentIds),
        eq(pointsAdjustments.ageCategory, ageCategory),
        isNull(pointsAdjustments.proposedBy),
        isNull(pointsAdjustments.undoOf),
        isNull(undo.id),
      ),
    )
    .orderBy(asc(pointsAdjustments.proposedAt), asc(pointsAdjustments.id))
}

type EntryColumns = Pick<typeof leaderboardEntries | typeof pointsAdjustments, 'studentId' | 'ageCategory'>

/**
 * The sum of `loadKeptPoints` since a time for one student and category, for statements that read many students. The time is
 * computed only if there are any.
 */
export const keptPointsSql = ({ studentId, ageCategory }: EntryColumns, since: SQL): SQL<number> =>
  sql`(select coalesce(sum(kept.amount), 0) from points_adjustments as kept
    where kept.student_id = ${studentId} and kept.age_category = ${ageCategory} and kept.proposed_by is null
      and kept.proposed_at >= ${since} and kept.undo_of is null and not exists (
        select from points_adjustments as undo
        where undo.student_id = kept.student_id and undo.undo_of = kept.id and undo.decision = 'applied'
      ))`.mapWith(Number)

/**
 * Takes back points that `keepAboveZero` added, at most as many as have just come back to the entry. Otherwise the end of a void would
 * give a student points that an admin had taken away. Only points added at or after `since` are taken back, the earliest first, so
 * that new answers and gifts are kept. Once every correction and adjustment is undone, in any order, the score is what it was at the
 * start.
 * @param entry with the points that came back, locked by the caller
 * @param back.since when the entry lost the points that came back; for an answer that never counted, when it was given
 * @param kept the student's rows of `loadKeptPoints`
 * @returns the new score
 */
export async function takeBackKept(
  tx: Tx,
  entry: Entry,
  { points, since, kept, at }: { points: number; since: Date; kept: readonly KeptPoints[]; at: Date },
): Promise<number> {
  const { studentId, ageCategory } = entry
  let [left, score] = [points, entry.score]
  const adjust = async (amount: number, adjustmentId: string) => {
    score = await adjustEntry(tx, { ...entry, score }, { amount, adjustmentId, at })
  }
  for (const { id, amount, proposedAt } of kept) {
    if (left <= 0) break
    if (proposedAt < since) continue
    // An adjustment can only be undone as a whole. So the part that stays is added again first.
    const rest = Math.max(amount - left, 0)
    const reason = adjustmentText.keptAboveZero
    if (rest > 0)
      await adjust(
        rest,
        await insertAutomatic(tx, { studentId, ageCategory, amount: rest, reason, at, keptAt: proposedAt }),
      )
    await withdrawUndo(tx, { studentId, undoOf: id, at })
    const undo = { amount: -amount, reason: adjustmentText.keptTakenBack, undoOf: id }
    await insertAutomatic(tx, { studentId, ageCategory, ...undo, at })
    await adjust(-amount, id)
    left -= amount - rest
  }
  return score
}

/** Withdraws an admin's proposal to undo an adjustment, which is now undone automatically and can be undone only once. */
async function withdrawUndo(
  tx: Tx,
  { studentId, undoOf, at }: { studentId: string; undoOf: string; at: Date },
): Promise<void> {
  const isOpen = and(eq(pointsAdjustments.undoOf, undoOf), isNull(pointsAdjustments.decision))
  await tx
    .update(pointsAdjustments)
    .set({ decision: 'withdrawn', decidedAt: at })
    .where(and(eq(pointsAdjustments.studentId, studentId), isOpen))
}

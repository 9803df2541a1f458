// Reads decisions and appeals, for both students and admins.
import type { Appeal, Hold } from '@baobab/contract/fair-play/endpoints.ts'
import { and, asc, desc, eq, gt, isNotNull, isNull, max } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fairPlayAppeals, fairPlayDecisions, fairPlayFlags } from './tables.ts'

export type DecisionRow = typeof fairPlayDecisions.$inferSelect
export type AppealRow = typeof fairPlayAppeals.$inferSelect

/** Returns the last decision about a student. While the student is on hold, it is the one that placed the hold. */
export async function findLastDecision(db: Db | Tx, studentId: string): Promise<DecisionRow | undefined> {
  const [row] = await db
    .select()
    .from(fairPlayDecisions)
    .where(eq(fairPlayDecisions.studentId, studentId))
    .orderBy(desc(fairPlayDecisions.seq))
    .limit(1)
  return row
}

/** Returns the number of a student's last flag; 0 if there is none. */
export async function readLastFlag(db: Db | Tx, studentId: string): Promise<number> {
  const [row] = await db
    .select({ seq: max(fairPlayFlags.seq) })
    .from(fairPlayFlags)
    .where(eq(fairPlayFlags.studentId, studentId))
  return row?.seq ?? 0
}

/** Counts a student's flags, and those after the last decision. */
export async function countFlags(db: Db, studentId: string): Promise<{ flagCount: number; openFlagCount: number }> {
  const decided = (await findLastDecision(db, studentId))?.flagsUpTo ?? 0
  const isOfStudent = eq(fairPlayFlags.studentId, studentId)
  const [flagCount, openFlagCount] = await Promise.all([
    db.$count(fairPlayFlags, isOfStudent),
    db.$count(fairPlayFlags, and(isOfStudent, gt(fairPlayFlags.seq, decided))),
  ])
  return { flagCount, openFlagCount }
}

/** Returns when a student's points were on hold since a time. `until` is null while the hold lasts. */
export async function listHolds(db: Db, studentId: string, since: Date) {
  const rows = await db
    .select()
    .from(fairPlayDecisions)
    .where(eq(fairPlayDecisions.studentId, studentId))
    .orderBy(asc(fairPlayDecisions.seq))
  return rows.flatMap(({ kind, reason, at }, index) => {
    const until = rows[index + 1]?.at ?? null
    if (kind !== 'held' || (until !== null && until < since)) return []
    return [{ from: at.toISOString(), until: until?.toISOString() ?? null, reason }]
  })
}

/** Returns the appeal against a decision about a student. */
export async function findAppeal(
  db: Db | Tx,
  { seq, studentId }: Pick<DecisionRow, 'seq' | 'studentId'>,
): Promise<AppealRow | undefined> {
  const [row] = await db
    .select()
    .from(fairPlayAppeals)
    .where(and(eq(fairPlayAppeals.decisionSeq, seq), eq(fairPlayAppeals.studentId, studentId)))
  return row
}

export function toAppeal({ text, madeAt, dueAt, outcome, answer, answeredAt }: AppealRow): Appeal {
  const isAnswered = outcome !== null && answer !== null && answeredAt !== null
  return {
    text,
    madeAt: madeAt.toISOString(),
    dueAt: dueAt.toISOString(),
    answer: isAnswered ? { outcome, text: answer, answeredAt: answeredAt.toISOString() } : null,
  }
}

/** Returns a student's hold with its appeal; null if the student is not on hold. */
export async function readOwnHold(app: App, studentId: string): Promise<Hold | null> {
  const isHeld = and(eq(students.id, studentId), isNotNull(students.heldAt), isNull(students.disqualifiedAt))
  const [held] = await app.db.select({ at: students.heldAt }).from(students).where(isHeld)
  const decision = held && (await findLastDecision(app.db, studentId))
  if (!decision?.reason) return null
  const appeal = await findAppeal(app.db, decision)
  return { reason: decision.reason, at: decision.at.toISOString(), appeal: appeal ? toAppeal(appeal) : null }
}

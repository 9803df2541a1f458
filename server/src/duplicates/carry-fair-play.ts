// Carries over a merged account's fair play history, so that nobody escapes a decision through a merge.
import { sql } from 'drizzle-orm'
import { findLastDecision, readLastFlag } from '../fair-play/queries.ts'
import { fairPlayDecisions, fairPlayFlags } from '../fair-play/tables.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { disqualifyLocked } from '../fair-play/disqualify-student.ts'
import type { Pair } from './find-accounts.ts'

/** Returns the SQL condition for an account's undecided flags. */
async function isOpenFlag(db: Db | Tx, { kept, merged }: Pair) {
  const decided = (await findLastDecision(db, merged.id))?.flagsUpTo ?? 0
  // A flag involving both accounts is stored with each of them.
  return sql`${fairPlayFlags.studentId} = ${merged.id} and ${fairPlayFlags.seq} > ${decided}
    and ${fairPlayFlags.otherStudentId} is distinct from ${kept.id}`
}

/** Counts the flags that a merge carries over. */
export async function countOpenFlags(db: Db, pair: Pair): Promise<number> {
  return db.$count(fairPlayFlags, await isOpenFlag(db, pair))
}

/** Copies the open flags, because flags are never changed. An admin decides about them like any others. */
export async function copyOpenFlags(tx: Tx, pair: Pair): Promise<void> {
  await tx.execute(sql`
    insert into ${fairPlayFlags} (student_id, kind, attempt_id, other_student_id, other_attempt_id, role, facts, at)
    select ${pair.kept.id}, kind, attempt_id, other_student_id, other_attempt_id, role, facts, at
    from ${fairPlayFlags} where ${await isOpenFlag(tx, pair)} order by seq
    on conflict do nothing`)
}

/** Disqualifies the remaining account if the merged one was. An admin can restore it if that was wrong. */
export async function carryDisqualification(app: App, tx: Tx, who: AdminUser, { kept, merged }: Pair): Promise<void> {
  if (!merged.disqualifiedAt || kept.disqualifiedAt) return
  await disqualifyLocked(app, tx, { who, student: kept, reason: merged.disqualifiedReason ?? merged.username })
  const last = await findLastDecision(tx, merged.id)
  if (last?.kind !== 'disqualified') return
  const { kind, reason } = last
  const flagsUpTo = await readLastFlag(tx, kept.id)
  const values = { studentId: kept.id, kind, reason, flagsUpTo, adminId: who.id, at: app.clock.now() }
  await tx.insert(fairPlayDecisions).values(values)
}

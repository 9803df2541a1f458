// Lets a student report being missing from a list.
import { and, eq, isNull } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { couldWin } from './draw-rows.ts'
import { lockMonth } from './freeze-list.ts'
import { findListClaim, isClaimed } from './list-claims.ts'
import { findDraw } from './queries.ts'
import { isReplaceable } from './rules.ts'
import { drawEntries, listClaims } from './tables.ts'

/**
 * Stores a student's claim to be missing from a month's latest list. Resending the same text changes nothing. Fails with
 * `claim_too_late`, `already_claimed` or `already_listed`.
 */
export async function makeListClaim(
  app: App,
  who: { id: string },
  { month, text }: { month: string; text: string },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    // Otherwise a list being published could neither contain the student nor carry over the claim.
    await lockMonth(tx, month)
    const [student] = await tx
      .select({ id: students.id })
      .from(students)
      .where(and(eq(students.id, who.id), isNull(students.erasedAt)))
      .for('key share')
    if (!student) fail('not_found')
    const { draw, state } = await findDraw({ ...app, db: tx }, month)
    if (!isReplaceable(state, app.clock.now())) fail('claim_too_late')
    const claim = await findListClaim(tx, { studentId: who.id, month })
    if (isClaimed(claim, draw)) return claim.text === text ? undefined : fail('already_claimed')
    const [entry] = await tx
      .select({ index: drawEntries.index })
      .from(drawEntries)
      .where(and(eq(drawEntries.drawId, draw.id), eq(drawEntries.studentId, who.id), couldWin))
    if (entry) fail('already_listed')
    await tx.insert(listClaims).values({ drawId: draw.id, studentId: who.id, text, at: app.clock.now() })
  })
}

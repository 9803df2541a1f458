// Erases what servers of the previous release leave of an erased account: they do not know these tables.
import { and, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import { guardianChanges, studentCorrections } from '../accounts/correction-tables.ts'
import { students } from '../accounts/tables.ts'
import { pointsAdjustments } from '../leaderboard/tables.ts'
import type { App } from '../platform/app.ts'
import { birthProposals, emailChanges, guardianMessages } from './correction-tables.ts'

/** A merged account keeps what was corrected, until the remaining one is erased. */
const isErased = and(isNotNull(students.erasedAt), isNull(students.mergedIntoId))

/** Deletes corrections and unanswered changes of erased accounts, and empties the reasons for adjustments of their points. */
export async function eraseLeftovers(app: Pick<App, 'clock' | 'db'>): Promise<void> {
  const erased = app.db.select({ id: students.id }).from(students).where(isErased)
  for (const table of [studentCorrections, guardianChanges, birthProposals, emailChanges, guardianMessages])
    await app.db.delete(table).where(inArray(table.studentId, erased))
  const ofErased = inArray(pointsAdjustments.studentId, erased)
  await app.db
    .update(pointsAdjustments)
    .set({ decision: 'withdrawn', decidedAt: app.clock.now() })
    .where(and(ofErased, isNull(pointsAdjustments.decision)))
  await app.db
    .update(pointsAdjustments)
    .set({ reason: '' })
    .where(and(ofErased, ne(pointsAdjustments.reason, '')))
}

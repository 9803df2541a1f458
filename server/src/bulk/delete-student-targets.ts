import { eq } from 'drizzle-orm'
import type { Tx } from '../platform/database/database.ts'
import { bulkTargets } from './tables.ts'

/** Deletes a student from the rows of all runs, together with the stored undo data. A waiting run skips the student. */
export async function deleteStudentTargets(tx: Tx, studentId: string): Promise<void> {
  await tx.delete(bulkTargets).where(eq(bulkTargets.targetId, studentId))
}

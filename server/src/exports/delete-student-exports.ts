// When a student's account is erased, the exported lists of students must be deleted too.
import { and, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../platform/database/database.ts'
import { exportFiles } from './tables.ts'
import { exportFileKey } from './make-export.ts'

/** Deletes the rows of all exports that list students, finished or not. Returns the keys of their files, for deletion. */
export async function deleteStudentExports(tx: Tx): Promise<string[]> {
  // Until the transaction ends, no export starts or becomes ready. Exports that start later no longer contain the student.
  await tx.execute(sql`lock table ${exportFiles} in share row exclusive mode`)
  const deleted = await tx
    .delete(exportFiles)
    .where(and(inArray(exportFiles.what, ['students', 'payments']), inArray(exportFiles.state, ['waiting', 'ready'])))
    .returning()
  return deleted.map(exportFileKey)
}

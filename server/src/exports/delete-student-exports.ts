// A file that names students and was made before one of them was erased must not outlive the account.
import { and, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../platform/database/database.ts'
import { exportFiles } from './tables.ts'
import { fileOf } from './make-export.ts'

/** Takes all files that name students, made and to be made, out of the list; answers where they stand, for removal. */
export async function deleteStudentExports(tx: Tx): Promise<string[]> {
  // Until the end nobody asks for one and none becomes ready: what comes after that no longer finds the student.
  await tx.execute(sql`lock table ${exportFiles} in share row exclusive mode`)
  const dropped = await tx
    .delete(exportFiles)
    .where(and(inArray(exportFiles.what, ['students', 'payments']), inArray(exportFiles.state, ['waiting', 'ready'])))
    .returning()
  return dropped.map(fileOf)
}

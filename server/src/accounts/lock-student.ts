// Locks a student while an admin acts on the account.
import { hasSignInName, type StudentRow } from './queries.ts'
import { students } from './tables.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'

/** Loads a student by username and locks the row until the transaction ends, so that answers and other admins wait. */
export async function lockStudent(tx: Tx, username: string): Promise<StudentRow> {
  const [student] = await tx
    .select()
    .from(students)
    .where(await hasSignInName(tx, 'username', username))
    .for('no key update')
  return student && !student.erasedAt ? student : fail('not_found')
}

// The student that an admin acts on.
import { eq } from 'drizzle-orm'
import { toLookupKey, type StudentRow } from '../accounts/queries.ts'
import { students } from '../accounts/tables.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'

/** Finds a student by name and holds the row until the transaction ends: answers wait, so do other admins. */
export async function lockStudent(tx: Tx, username: string): Promise<StudentRow> {
  const [student] = await tx
    .select()
    .from(students)
    .where(eq(students.usernameKey, toLookupKey(username)))
    .for('no key update')
  return student && !student.erasedAt ? student : fail('not_found')
}

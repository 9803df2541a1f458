import { and, asc, eq, isNull } from 'drizzle-orm'
import { findStudentByUsername, type StudentRow } from '../../accounts/queries.ts'
import { students } from '../../accounts/tables.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'

/** Finds a guardian's child. Another guardian's child and an unknown name fail with the same 404. */
export async function findChild(db: Db | Tx, guardianId: string, username: string): Promise<StudentRow> {
  const student = await findStudentByUsername(db, username)
  return student?.guardianId === guardianId && student.erasedAt === null ? student : fail('not_found')
}

/** Returns all children of a guardian, oldest account first. */
export function selectChildren(db: Db | Tx, guardianId: string): Promise<StudentRow[]> {
  return db
    .select()
    .from(students)
    .where(and(eq(students.guardianId, guardianId), isNull(students.erasedAt)))
    .orderBy(asc(students.createdAt), asc(students.id))
}

/** Locks a guardian's child until the transaction ends. Fails with 404 if it has been erased or is not theirs any more. */
export async function lockChild(tx: Tx, guardianId: string, { id }: Pick<StudentRow, 'id'>): Promise<StudentRow> {
  const isTheirs = and(eq(students.id, id), eq(students.guardianId, guardianId), isNull(students.erasedAt))
  const [student] = await tx.select().from(students).where(isTheirs).for('update')
  return student ?? fail('not_found')
}

/** Lists the usernames of a guardian's children, for the copy of the guardian's data. */
export async function listChildNames(db: Db | Tx, guardianId: string): Promise<string[]> {
  return (await selectChildren(db, guardianId)).map(({ username }) => username)
}

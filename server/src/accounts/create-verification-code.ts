import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { emailCodes, students } from './tables.ts'

/**
 * Creates a verification code and deletes the student's earlier one. Verified and unknown students run the same
 * statements, so that timing does not reveal who has an account.
 * @param studentId defaults to a random id, for unknown accounts
 * @param options.includeBounced creates a code even if mail to the address bounced; by default such addresses get none
 * @returns the code's id, or undefined if none was created
 */
export async function createVerificationCode(
  app: App,
  tx: Tx,
  studentId: string = randomUUID(),
  { includeBounced = false } = {},
): Promise<string | undefined> {
  const bounced = tx
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.id, studentId), isNotNull(students.emailBouncedAt)))
  await tx
    .delete(emailCodes)
    .where(and(eq(emailCodes.studentId, studentId), includeBounced ? undefined : notExists(bounced)))
  const mayVerify = includeBounced
    ? or(isNull(students.verifiedAt), isNotNull(students.emailBouncedAt))
    : and(isNull(students.verifiedAt), isNull(students.emailBouncedAt))
  const waiting = tx
    .select({
      id: sql<string>`gen_random_uuid()`.as('id'),
      studentId: students.id,
      wrongTries: sql<number>`0`.as('wrong_tries'),
      madeAt: sql<Date>`${app.clock.now()}::timestamptz`.as('made_at'),
      sentAt: sql<Date | null>`null::timestamptz`.as('sent_at'),
    })
    .from(students)
    .where(and(eq(students.id, studentId), mayVerify))
  const [code] = await tx.insert(emailCodes).select(waiting).returning({ id: emailCodes.id })
  return code?.id
}

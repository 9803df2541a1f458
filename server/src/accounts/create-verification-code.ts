import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { emailCodes, registrations } from './tables.ts'

/**
 * Creates a verification code for a registration and deletes its earlier one. Runs the same statements if there is no
 * registration, so that timing reveals nothing.
 * @param registrationId defaults to a random id
 * @returns the code's id, which belongs to no code if there is no registration
 */
export async function createVerificationCode(app: App, tx: Tx, registrationId: string = randomUUID()): Promise<string> {
  const id = randomUUID()
  await tx.delete(emailCodes).where(eq(emailCodes.registrationId, registrationId))
  const code = tx
    .select({
      id: sql<string>`${id}::uuid`.as('id'),
      registrationId: registrations.id,
      studentId: sql<string | null>`null::uuid`.as('student_id'),
      madeAt: sql<Date>`${app.clock.now()}::timestamptz`.as('made_at'),
      sentAt: sql<Date | null>`null::timestamptz`.as('sent_at'),
    })
    .from(registrations)
    .where(eq(registrations.id, registrationId))
  await tx.insert(emailCodes).select(code)
  return id
}

/** Creates a verification code for a student whose mail bounced, and deletes the earlier one. @returns its id */
export async function createStudentCode(app: App, tx: Tx, studentId: string): Promise<string> {
  const id = randomUUID()
  await tx.delete(emailCodes).where(eq(emailCodes.studentId, studentId))
  await tx.insert(emailCodes).values({ id, studentId, madeAt: app.clock.now() })
  return id
}

import { randomUUID } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { CODE_MS } from '@baobab/contract/accounts/rules.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { emailCodes, registrations } from './tables.ts'

/**
 * Creates a verification code for a registration and deletes its earlier one. Runs the same statements if there is no registration,
 * so that timing reveals nothing.
 * @param registrationId defaults to a random id
 * @param options.keepsValid keeps an earlier code that has not expired, and restarts its 15 minutes
 * @returns the code's id, or an id that matches no code if there is no registration
 */
export async function createVerificationCode(
  app: App,
  tx: Tx,
  registrationId: string = randomUUID(),
  { keepsValid = false } = {},
): Promise<string> {
  const id = randomUUID()
  const now = app.clock.now()
  // The opposite of `isCodeValid`.
  const hasExpired = lt(sql`coalesce(${emailCodes.sentAt}, ${emailCodes.madeAt})`, new Date(now.getTime() - CODE_MS))
  const isReplaced = keepsValid ? hasExpired : undefined
  await tx.delete(emailCodes).where(and(eq(emailCodes.registrationId, registrationId), isReplaced))
  const code = tx
    .select({
      id: sql<string>`${id}::uuid`.as('id'),
      registrationId: registrations.id,
      studentId: sql<string | null>`null::uuid`.as('student_id'),
      madeAt: sql<Date>`${now}::timestamptz`.as('made_at'),
      sentAt: sql<Date | null>`null::timestamptz`.as('sent_at'),
    })
    .from(registrations)
    .where(eq(registrations.id, registrationId))
  const [stored] = await tx
    .insert(emailCodes)
    .select(code)
    .onConflictDoUpdate({ target: emailCodes.registrationId, set: { madeAt: now, sentAt: null } })
    .returning({ id: emailCodes.id })
  return stored?.id ?? id
}

/** Creates a verification code for a student whose mail bounced, and deletes the earlier one. @returns its id */
export async function createStudentCode(app: App, tx: Tx, studentId: string): Promise<string> {
  const id = randomUUID()
  await tx.delete(emailCodes).where(eq(emailCodes.studentId, studentId))
  await tx.insert(emailCodes).values({ id, studentId, madeAt: app.clock.now() })
  return id
}

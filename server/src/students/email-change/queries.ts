import type { EmailChange } from '@baobab/contract/students/email-change.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { admins } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import { emailChanges } from '../correction-tables.ts'

/** Returns the change of a student's email that waits for its new owner, or that the present owner refused; null once expired. */
export async function readEmailChange(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  studentId: string,
): Promise<EmailChange | null> {
  const [found] = await db
    .select({ change: emailChanges, by: admins.username })
    .from(emailChanges)
    .innerJoin(admins, eq(admins.id, emailChanges.adminId))
    .where(and(eq(emailChanges.studentId, studentId), gt(emailChanges.expiresAt, clock.now())))
  if (!found) return null
  const { email, reason, madeAt, expiresAt, refusedAt } = found.change
  return {
    email,
    reason,
    by: found.by,
    at: madeAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    refusedAt: refusedAt?.toISOString() ?? null,
  }
}

/** Finds the change of a student's email that waits for its new owner. */
export async function findOpenEmailChange({ clock }: Pick<App, 'clock'>, tx: Tx, studentId: string) {
  const isOpen = and(
    eq(emailChanges.studentId, studentId),
    gt(emailChanges.expiresAt, clock.now()),
    isNull(emailChanges.refusedAt),
  )
  const [change] = await tx.select().from(emailChanges).where(isOpen)
  return change
}

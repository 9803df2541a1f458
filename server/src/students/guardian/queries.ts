import type { GuardianChange, GuardianMessage } from '@baobab/contract/students/guardian.ts'
import { desc, eq } from 'drizzle-orm'
import { guardianChanges } from '../../accounts/correction-tables.ts'
import { admins } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import { guardianMessages } from '../correction-tables.ts'

/** Returns the guardian who was named by an admin and has not agreed, if any. */
export async function readGuardianChange({ db }: Pick<App, 'db'>, studentId: string): Promise<GuardianChange | null> {
  const [found] = await db
    .select({ change: guardianChanges, by: admins.username })
    .from(guardianChanges)
    .innerJoin(admins, eq(admins.id, guardianChanges.adminId))
    .where(eq(guardianChanges.studentId, studentId))
  if (!found) return null
  const { guardianEmail, reason, at, refusedAt } = found.change
  return { guardianEmail, reason, by: found.by, at: at.toISOString(), refusedAt: refusedAt?.toISOString() ?? null }
}

/** Lists what admins wrote to a student's guardian, newest first. */
export async function listGuardianMessages({ db }: Pick<App, 'db'>, studentId: string): Promise<GuardianMessage[]> {
  const rows = await db
    .select({ message: guardianMessages, by: admins.username })
    .from(guardianMessages)
    .innerJoin(admins, eq(admins.id, guardianMessages.adminId))
    .where(eq(guardianMessages.studentId, studentId))
    .orderBy(desc(guardianMessages.at), desc(guardianMessages.id))
  return rows.map(({ message: { id: _id, email, subject, text, at, sentAt }, by }) => ({
    _id,
    email,
    subject,
    text,
    by,
    at: at.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }))
}

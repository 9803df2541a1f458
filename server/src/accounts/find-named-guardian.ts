import { and, eq, isNull } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { guardianChanges } from './correction-tables.ts'
import { findStudentById } from './queries.ts'

/** Finds a guardian whom an admin named, and who has not answered, by the id in the mailed link. */
export async function findNamedGuardian(app: Pick<App, 'db'>, consentId: string) {
  const isOpen = and(eq(guardianChanges.id, consentId), isNull(guardianChanges.refusedAt))
  const [change] = await app.db.select().from(guardianChanges).where(isOpen)
  const student = change && (await findStudentById(app.db, change.studentId))
  if (!student || student.erasedAt) return undefined
  return {
    username: student.username,
    guardianEmail: change.guardianEmail,
    guardianNumber: null,
    guardianAgreedAt: null,
  }
}

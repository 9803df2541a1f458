import { eq } from 'drizzle-orm'
import { COMMON_PASSWORD } from '@baobab/contract/kernel/fields.ts'
import { lockOthersOut } from '../../accounts/lock-out.ts'
import { isKeptByGuardian } from '../../accounts/own-address.ts'
import { isCommonPassword } from '../../accounts/rules.ts'
import { students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { hashPassword } from '../../platform/security/passwords.ts'
import { lockProvenGuardian, proveGuardian } from '../prove-guardian.ts'
import { findChild, lockChild } from './find-child.ts'

/**
 * Sets a child's password, given the guardian's, and ends the child's sessions. Refused (409) for a child with an email or phone
 * number of its own, which it uses to choose a new password itself.
 */
export async function setChildPassword(
  app: App,
  guardianId: string,
  { username, newPassword, password }: { username: string; newPassword: string; password: string },
): Promise<void> {
  const child = await findChild(app.db, guardianId, username)
  if (!isKeptByGuardian(child)) fail('child_has_own_address')
  if (isCommonPassword(newPassword, child)) failField('newPassword', COMMON_PASSWORD)
  const proven = await proveGuardian(app, guardianId, password)
  const passwordHash = await hashPassword(newPassword)
  await app.db.transaction(async (tx) => {
    await lockProvenGuardian(tx, proven)
    const locked = await lockChild(tx, guardianId, child)
    if (!isKeptByGuardian(locked)) fail('child_has_own_address')
    await lockOthersOut(app, tx, { kind: 'student', id: child.id }, { proof: 'password' })
    await tx.update(students).set({ passwordHash }).where(eq(students.id, child.id))
  })
}

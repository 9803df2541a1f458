// Proves again who a guardian is, before something that cannot be undone or that changes who can log in.
import { and, eq, isNull } from 'drizzle-orm'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { attemptKey, clearAttempts, countAttempt } from '../platform/security/attempt-backoff.ts'
import { verifyPassword } from '../platform/security/passwords.ts'
import { guardians } from './tables.ts'

export type GuardianRow = typeof guardians.$inferSelect

const backoff = { freeAttempts: 5, initialMs: 1_000, maxMs: 15 * 60_000 }

/**
 * Refuses (400, under the field) unless the password is the guardian's.
 * @returns the guardian's row as it was at the time of the proof, for `lockProvenGuardian`
 */
export async function proveGuardian(app: App, guardianId: string, password: string): Promise<GuardianRow> {
  const [guardian] = await app.db.select().from(guardians).where(eq(guardians.id, guardianId))
  if (!guardian) fail('not_found')
  const key = attemptKey('guardian-proof', guardianId)
  await countAttempt(app, key, backoff)
  if (!(await verifyPassword(guardian.passwordHash, password))) failField('password', accountsText.wrongPassword)
  await clearAttempts(app, [key])
  return guardian
}

/** Locks a guardian's row until the transaction ends. Refuses (401) if the account was erased meanwhile. */
export async function lockGuardian(tx: Tx, guardianId: string): Promise<GuardianRow> {
  const isOpen = and(eq(guardians.id, guardianId), isNull(guardians.erasedAt))
  const [guardian] = await tx.select().from(guardians).where(isOpen).for('update')
  return guardian ?? fail('unauthorised')
}

/**
 * Locks a proved guardian's row until the transaction ends. Refuses (400) if the password was changed since: someone locked out
 * by that must not finish what they started.
 */
export async function lockProvenGuardian(tx: Tx, { id, passwordHash }: GuardianRow): Promise<void> {
  const locked = await lockGuardian(tx, id)
  if (locked.passwordHash !== passwordHash) failField('password', accountsText.wrongPassword)
}

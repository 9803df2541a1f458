// A guardian's own account: the name, the password and the devices.
import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import type { GuardianAccount } from '@baobab/contract/guardians/endpoints.ts'
import { COMMON_PASSWORD } from '@baobab/contract/kernel/fields.ts'
import { isCommonPassword } from '../accounts/rules.ts'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { isId, type Db, type Tx } from '../platform/database/database.ts'
import type { GuardianUser } from '../platform/http/auth.ts'
import { failField } from '../platform/http/errors.ts'
import { hashPassword } from '../platform/security/passwords.ts'
import { forgetGuardianBrowsers } from './browsers.ts'
import { guardianMessages } from './guardian-messages.ts'
import { lockGuardian, lockProvenGuardian, proveGuardian, type GuardianProof } from './prove-guardian.ts'

import { guardianCodes, guardians, guardianSessions, type GuardianRow } from './tables.ts'

/** Whether a student's account names this guardian. */
export async function hasChildren(db: Db | Tx, guardianId: string): Promise<boolean> {
  const [child] = await db
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.guardianId, guardianId), isNull(students.erasedAt)))
    .limit(1)
  return child !== undefined
}

/** Returns the account as its owner sees it. */
export async function toAccountReply(
  db: Db | Tx,
  { id, name, address, createdAt }: GuardianRow,
): Promise<GuardianAccount> {
  return { _id: id, name, address, createdAt: createdAt.toISOString(), hasChildren: await hasChildren(db, id) }
}

/** Reads the caller's account. */
export async function readGuardian(app: App, who: GuardianUser): Promise<GuardianAccount> {
  return app.db.transaction(async (tx) => toAccountReply(tx, await lockGuardian(tx, who.id)))
}

/** Changes the caller's name. */
export async function renameGuardian(app: App, who: GuardianUser, name: string): Promise<GuardianAccount> {
  return app.db.transaction(async (tx) => {
    const guardian = await lockGuardian(tx, who.id)
    await tx.update(guardians).set({ name }).where(eq(guardians.id, who.id))
    return toAccountReply(tx, { ...guardian, name })
  })
}

/** Ends every way into an account except one session and one browser: sessions, known browsers and codes. Locks the row. */
export async function lockOtherGuardiansOut(
  tx: Tx,
  guardianId: string,
  { sessionId, browserId }: { sessionId?: string; browserId?: string } = {},
): Promise<void> {
  await lockGuardian(tx, guardianId)
  const isOther = sessionId === undefined ? undefined : ne(guardianSessions.id, sessionId)
  await tx.delete(guardianSessions).where(and(eq(guardianSessions.guardianId, guardianId), isOther))
  await tx.delete(guardianCodes).where(eq(guardianCodes.guardianId, guardianId))
  await forgetGuardianBrowsers(tx, guardianId, browserId)
}

/** Stores a new password, given the old one or a code, and locks everyone else out. */
export async function setGuardianPassword(
  app: App,
  who: GuardianUser,
  newPassword: string,
  proof: GuardianProof,
): Promise<void> {
  const proven = await proveGuardian(app, who.id, proof)
  if (isCommonPassword(newPassword, { username: proven.name, email: proven.address }))
    failField('newPassword', COMMON_PASSWORD)
  const passwordHash = await hashPassword(newPassword)
  await app.db.transaction(async (tx) => {
    await lockProvenGuardian(tx, proven)
    await lockOtherGuardiansOut(tx, who.id, { sessionId: who.sessionId })
    await tx.update(guardians).set({ passwordHash }).where(eq(guardians.id, who.id))
    await app.jobs.send(tx, guardianMessages, { kind: 'password-changed', guardianId: who.id })
  })
}

/** Lists the caller's sessions that have not ended, the last used first. */
export async function listGuardianSessions(app: App, who: GuardianUser) {
  const rows = await app.db
    .select()
    .from(guardianSessions)
    .where(and(eq(guardianSessions.guardianId, who.id), gt(guardianSessions.expiresAt, app.clock.now())))
    .orderBy(desc(guardianSessions.lastSeenAt), desc(guardianSessions.id))
  return rows.map(({ id, device, createdAt, lastSeenAt }) => ({
    _id: id,
    device,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === who.sessionId,
  }))
}

/** Ends one of the caller's sessions. @returns false if there is none with this id */
export async function endGuardianSession(app: App, who: GuardianUser, sessionId: string): Promise<boolean> {
  if (!isId(sessionId)) return false
  const isOwn = and(eq(guardianSessions.guardianId, who.id), eq(guardianSessions.id, sessionId))
  const ended = await app.db.delete(guardianSessions).where(isOwn).returning({ id: guardianSessions.id })
  return ended.length > 0
}

// Proves again who a guardian is, before something that cannot be undone or that changes who can log in.
import { and, eq, isNull } from 'drizzle-orm'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import { RESEND_MS } from '@baobab/contract/accounts/rules.ts'
import { guardiansText } from '@baobab/contract/guardians/text.ts'
import { isEmailAddress } from '../accounts/read-address.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { attemptKey, clearAttempts, countAttempt } from '../platform/security/attempt-backoff.ts'
import { verifyPassword } from '../platform/security/passwords.ts'
import { requireSmsOpen } from '../sms/require-sms.ts'
import { countGuardianCode } from './address.ts'
import { createAccountCode, useGuardianCode } from './codes.ts'
import { guardianMessages } from './guardian-messages.ts'
import { guardians, type GuardianRow } from './tables.ts'

export type GuardianProof = { password?: string | undefined; code?: string | undefined }

const backoff = { freeAttempts: 5, initialMs: 1_000, maxMs: 15 * 60_000 }
const wait = { freeAttempts: 1, initialMs: RESEND_MS, maxMs: RESEND_MS }
const HOUR_S = 3_600

async function findOpen(app: App, guardianId: string): Promise<GuardianRow> {
  const isOpen = and(eq(guardians.id, guardianId), isNull(guardians.erasedAt))
  const [guardian] = await app.db.select().from(guardians).where(isOpen)
  return guardian ?? fail('unauthorised')
}

/**
 * Refuses (400, under the field) unless the password or the code is right. A code works once.
 * @returns the guardian's row as it was at the time of the proof, for `lockProvenGuardian`
 */
export async function proveGuardian(app: App, guardianId: string, proof: string | GuardianProof): Promise<GuardianRow> {
  const { password = '', code } = typeof proof === 'string' ? { password: proof } : proof
  const guardian = await findOpen(app, guardianId)
  const key = attemptKey('guardian-proof', guardianId)
  await countAttempt(app, key, backoff)
  if (code === undefined) {
    if (!(await verifyPassword(guardian.passwordHash, password))) failField('password', accountsText.wrongPassword)
  } else if (!(await useGuardianCode(app, app.db, { use: 'proof', ownerId: guardianId }, code)))
    failField('code', guardiansText.wrongCode)
  await clearAttempts(app, [key])
  return guardian
}

/** Sends a code that proves the account instead of the password. Throws 429 within a minute, or after too many. */
export async function sendGuardianProofCode(app: App, guardianId: string): Promise<void> {
  const { address } = await findOpen(app, guardianId)
  if (!isEmailAddress(address)) await requireSmsOpen(app)
  await countAttempt(app, attemptKey('guardian-proof-code', guardianId), wait, guardiansText.codeTooSoon)
  if (!(await countGuardianCode(app, address, { kind: 'proof' })))
    fail('too_many_requests', { message: guardiansText.codesUsedUp, retryAfterSeconds: HOUR_S })
  await app.db.transaction(async (tx) => {
    const codeId = await createAccountCode(app, tx, { use: 'proof', guardianId })
    await app.jobs.send(tx, guardianMessages, { kind: 'proof', codeId })
  })
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

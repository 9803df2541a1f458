// Proves again who a student is, before something that cannot be undone or that adds a sign-in method: by the password or by a
// mailed code. Students who sign in only with a provider have no password.
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { accountsReplyText, accountsText, identityProvidersText } from '@baobab/contract/accounts/text.ts'
import { CODE_MS, RESEND_MS } from '@baobab/contract/accounts/rules.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { attemptKey, clearAttempts, countAttempt } from '../platform/security/attempt-backoff.ts'
import { verifyPassword } from '../platform/security/passwords.ts'
import { isSameSecret } from '../platform/security/tokens.ts'
import { accountMails } from './account-mails.ts'
import { deriveVerificationCode } from './derive-code.ts'
import { findStudentById, toLookupKey, type StudentRow } from './queries.ts'
import { proofCodes, students } from './tables.ts'

export type Proof = { password?: string | undefined; code?: string | undefined }

/** Returns what a proof proves: a mailed code proves the mailbox, a password itself. */
export function nameProof({ code }: Proof): 'mailbox' | 'password' {
  return code === undefined ? 'password' : 'mailbox'
}

const backoff = { freeAttempts: 5, initialMs: 1_000, maxMs: 15 * 60_000 }
const cooldown = { freeAttempts: 1, initialMs: RESEND_MS, maxMs: RESEND_MS }

/**
 * Refuses (400, under the field) unless the password or the code is right. A code works once.
 * @returns the student's row as it was at the time of the proof, for `lockProven`
 */
export async function proveStudent(app: App, studentId: string, { password, code }: Proof): Promise<StudentRow> {
  const student = (await findStudentById(app.db, studentId)) ?? fail('not_found')
  const key = attemptKey('proof', studentId)
  await countAttempt(app, key, backoff)
  if (code === undefined) {
    const isRight = await verifyPassword(student.passwordHash ?? undefined, password ?? '')
    if (!isRight) failField('password', accountsText.wrongPassword)
  } else if (!(await useCode(app, studentId, code))) failField('code', identityProvidersText.wrongProofCode)
  await clearAttempts(app, [key])
  return student
}

/**
 * Locks a proved student's row until the transaction ends. Refuses (400) if the password was changed or the account erased
 * since: someone locked out by that must not finish what they started.
 */
export async function lockProven(tx: Tx, { id, passwordHash }: StudentRow): Promise<void> {
  const isUnchanged = sql`${students.passwordHash} is not distinct from ${passwordHash}`
  const isSame = and(eq(students.id, id), isNull(students.erasedAt), isUnchanged)
  const locked = await tx.select({ id: students.id }).from(students).where(isSame).for('update')
  if (locked.length === 0) failField('password', accountsText.wrongPassword)
}

async function useCode(app: App, studentId: string, typed: string): Promise<boolean> {
  const oldest = new Date(app.clock.now().getTime() - CODE_MS)
  const isValid = and(
    eq(proofCodes.studentId, studentId),
    gt(sql`coalesce(${proofCodes.sentAt}, ${proofCodes.madeAt})`, oldest),
  )
  const [code] = await app.db.select().from(proofCodes).where(isValid)
  if (!code || !isSameSecret(deriveVerificationCode(app, code.id), typed)) return false
  const used = await app.db.delete(proofCodes).where(eq(proofCodes.id, code.id)).returning({ id: proofCodes.id })
  return used.length > 0
}

const HOUR_S = 3_600

/**
 * Mails a new code, which replaces the old one. Throws 429 if the last one was requested less than a minute ago or the address
 * has received too many, and 409 if mail to it bounces.
 */
export async function mailProofCode(app: App, studentId: string): Promise<void> {
  const student = (await findStudentById(app.db, studentId)) ?? fail('not_found')
  const { email } = student
  if (email === null) fail('not_found')
  if (student.emailBouncedAt) fail('email_bounced', { message: identityProvidersText.emailBounced(email) })
  await countAttempt(app, attemptKey('proof-code', studentId), cooldown, accountsReplyText.codeTooSoon)
  if (!(await app.rateLimits.consumeMailQuota('proof-code', toLookupKey(email))))
    fail('too_many_requests', { message: identityProvidersText.codesUsedUp, retryAfterSeconds: HOUR_S })
  await app.db.transaction(async (tx) => {
    await tx.delete(proofCodes).where(eq(proofCodes.studentId, studentId))
    const [code] = await tx
      .insert(proofCodes)
      .values({ studentId, madeAt: app.clock.now() })
      .returning({ id: proofCodes.id })
    if (code) await app.jobs.send(tx, accountMails, { kind: 'proof-code', codeId: code.id })
  })
}

// Proves again who a student is, before something that cannot be undone or that adds a sign-in method: by the password or by a
// code that is mailed, or sent by SMS if mail does not reach the student. Students who sign in only with a provider have no password.
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { accountsReplyText, accountsText, identityProvidersText } from '@baobab/contract/accounts/text.ts'
import { CODE_MS, RESEND_MS } from '@baobab/contract/accounts/rules.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { attemptKey, clearAttempts, countAttempt } from '../platform/security/attempt-backoff.ts'
import { verifyPassword } from '../platform/security/passwords.ts'
import { isSameSecret } from '../platform/security/tokens.ts'
import { canSendSms, maySendCode, requireSmsOpen } from '../sms/require-sms.ts'
import { accountMails } from './account-mails.ts'
import { deriveVerificationCode } from './derive-code.ts'
import { numberMessages } from './number-messages.ts'
import { findMailbox } from './own-address.ts'
import { findStudentById, toLookupKey, type StudentRow } from './queries.ts'
import { isEmailAddress, type Address } from './read-address.ts'
import { describeNumberProof } from './rules.ts'
import { proofCodes, students } from './tables.ts'

export type Proof = { password?: string | undefined; code?: string | undefined }

/** Returns what a proof proves: a code proves the mailbox, or the phone number in place of it, and a password itself. */
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
 * Sends a new code, which replaces the old one: by mail, or by SMS if mail does not reach the student. Throws 429 if the last one was
 * requested less than a minute ago or the address has received too many, and 409 if no address reaches the student.
 * @returns the sentence that says where to look for it
 */
export async function sendProofCode(app: App, studentId: string): Promise<string> {
  const student = (await findStudentById(app.db, studentId)) ?? fail('not_found')
  const address = chooseAddress(app, student)
  const isMailed = isEmailAddress(address)
  if (!isMailed) await requireSmsOpen(app)
  await countAttempt(app, attemptKey('proof-code', studentId), cooldown, accountsReplyText.codeTooSoon)
  const isAllowed = isMailed
    ? await app.rateLimits.consumeMailQuota('proof-code', toLookupKey(address))
    : await maySendCode(app, address)
  if (!isAllowed) fail('too_many_requests', { message: identityProvidersText.codesUsedUp, retryAfterSeconds: HOUR_S })
  await app.db.transaction(async (tx) => {
    await tx.delete(proofCodes).where(eq(proofCodes.studentId, studentId))
    const [code] = await tx
      .insert(proofCodes)
      .values({ studentId, madeAt: app.clock.now() })
      .returning({ id: proofCodes.id })
    if (!code) return
    if (isMailed) await app.jobs.send(tx, accountMails, { kind: 'proof-code', codeId: code.id })
    else await app.jobs.send(tx, numberMessages, { kind: 'proof-code', codeId: code.id })
  })
  return isMailed ? identityProvidersText.proofCodeSent : accountsReplyText.proofCodeTexted
}

/** Chooses where a code is sent. A number that somebody else may have by now gets none. */
function chooseAddress(app: App, student: StudentRow): Address {
  const mailbox = findMailbox(student)
  if (mailbox !== undefined) return mailbox
  const { email, provedNumber } = student
  const isFresh = describeNumberProof(student, app.clock.now()) === 'fresh'
  if (provedNumber !== null && isFresh && canSendSms(app)) return provedNumber
  const message = email === null ? accountsReplyText.noAddressForCode : identityProvidersText.emailBounced(email)
  return fail('email_bounced', { message })
}

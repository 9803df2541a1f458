// Proves a student's phone number with a code sent to it. Only a proved number leads to the account, and only one account has it.
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { CODE_MS, CODE_TRIES, RESEND_MS, UNVERIFIED_HOLDS_MS } from '@baobab/contract/accounts/rules.ts'
import { accountsReplyText, accountsText, identityProvidersText } from '@baobab/contract/accounts/text.ts'
import { hashAddress } from '../accounts/address-hash.ts'
import { deriveNumberCode, numberMessages } from '../accounts/number-messages.ts'
import { findMailbox, toOwnAddress } from '../accounts/own-address.ts'
import { lockProven, proveStudent, type Proof } from '../accounts/prove-student.ts'
import type { StudentRow } from '../accounts/queries.ts'
import { findEmailOwner, lockEmail } from '../accounts/registrations.ts'
import { deleteResetCodes } from '../accounts/reset-code.ts'
import { isLongUnused } from '../accounts/rules.ts'
import { numberCodes } from '../accounts/number-tables.ts'
import { signInNames, students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail, failField, Refusal } from '../platform/http/errors.ts'
import { attemptKey, clearAttempts, countAttempt } from '../platform/security/attempt-backoff.ts'
import { isSameSecret } from '../platform/security/tokens.ts'
import { copyFormerAttempts } from '../quiz/former-attempts.ts'
import { maySendCode, maySendText, requireSmsNumber, requireSmsOffered, requireSmsOpen } from '../sms/require-sms.ts'
import { markCodeUsed } from '../sms/send-sms.ts'

const HOUR_S = 3_600
const cooldown = { freeAttempts: 1, initialMs: RESEND_MS, maxMs: RESEND_MS }
/** After the last try, all others are refused until there is a new code. */
const tries = { freeAttempts: CODE_TRIES, initialMs: UNVERIFIED_HOLDS_MS, maxMs: UNVERIFIED_HOLDS_MS }
const triesKey = (studentId: string) => attemptKey('number-code-try', studentId)

/**
 * Sends a code to a phone number, which replaces an earlier code. Whether another account has proved the number changes nothing, so
 * that only somebody who receives the code can find out. Throws 429 if the last code was requested less than a minute ago, or the
 * number has received too many.
 */
export async function sendNumberCode(
  app: App,
  who: StudentUser,
  { number: typed, ...proof }: { number: string } & Proof,
): Promise<void> {
  requireSmsOffered(app, 'number')
  const number = requireSmsNumber(app, 'number', typed)
  const proven = await proveStudent(app, who.id, proof)
  await requireSmsOpen(app, number)
  await countAttempt(app, attemptKey('number-code', who.id), cooldown, accountsReplyText.codeTooSoon)
  if (!(await maySendCode(app, number)))
    fail('too_many_requests', { message: accountsReplyText.numberCodesUsedUp, retryAfterSeconds: HOUR_S })
  await app.db.transaction(async (tx) => {
    await lockProven(tx, proven)
    await tx.delete(numberCodes).where(eq(numberCodes.studentId, who.id))
    const [code] = await tx
      .insert(numberCodes)
      .values({ studentId: who.id, number, madeAt: app.clock.now() })
      .returning({ id: numberCodes.id })
    if (code) await app.jobs.send(tx, numberMessages, { kind: 'number-code', codeId: code.id })
  })
  await clearAttempts(app, [triesKey(who.id)])
}

/**
 * Proves a number with its code. Throws 400 if the code is wrong or has expired, 429 after too many wrong ones, and 409 if another
 * account has the number. Works once.
 * @returns the number in E.164
 */
export async function proveNumber(app: App, who: StudentUser, typed: string): Promise<string> {
  await countTry(app, who.id)
  const number = await app.db.transaction(async (tx) => {
    const code = (await findCode(app, tx, who.id, typed)) ?? failField('code', identityProvidersText.wrongProofCode)
    // Locked before the students, as in every change to who has an address, so that two accounts cannot prove one number.
    await lockEmail(tx, code.number)
    const [before] = await tx
      .select()
      .from(students)
      .where(and(eq(students.id, who.id), isNull(students.erasedAt)))
      .for('update')
    const used = await tx.delete(numberCodes).where(eq(numberCodes.id, code.id)).returning({ id: numberCodes.id })
    if (!before || used.length === 0) failField('code', identityProvidersText.wrongProofCode)
    await markCodeUsed(app, tx, code.number)
    await takeNumber(app, tx, { number: code.number, who })
    await storeNumber(app, tx, before, code.number)
    return code.number
  })
  await clearAttempts(app, [triesKey(who.id)])
  return number
}

async function countTry(app: App, studentId: string): Promise<void> {
  try {
    await countAttempt(app, triesKey(studentId), tries)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    fail('too_many_requests', { message: accountsText.tooManyWrongCodes, retryAfterSeconds: RESEND_MS / 1_000 })
  }
}

async function findCode(app: App, db: Db | Tx, studentId: string, typed: string) {
  const oldest = new Date(app.clock.now().getTime() - CODE_MS)
  const isValid = and(
    eq(numberCodes.studentId, studentId),
    gt(sql`coalesce(${numberCodes.sentAt}, ${numberCodes.madeAt})`, oldest),
  )
  const [code] = await db.select().from(numberCodes).where(isValid)
  return code && isSameSecret(deriveNumberCode(app, code.id), typed) ? code : undefined
}

/**
 * Takes a number from another account that has proved it. Refuses (409) unless that account has not been used for so long that the
 * phone company may have given the number to somebody else, and has an email with which its owner can still get in.
 */
async function takeNumber(app: App, tx: Tx, { number, who }: { number: string; who: StudentUser }): Promise<void> {
  const owner = await findEmailOwner(tx, number)
  if (!owner || owner.id === who.id) return
  // Read again with the lock, because its owner may have just logged in. A registration that waits for a guardian has no row.
  const [holder] = await tx.select().from(students).where(eq(students.id, owner.id)).for('update')
  if (!holder || !isLongUnused(holder.lastActiveAt, app.clock.now()) || !findMailbox(holder)) fail('number_in_use')
  await forgetNumber(tx, holder)
  await app.jobs.send(tx, numberMessages, { kind: 'number-changed', studentId: holder.id, change: 'taken' })
}

/** Ends everything that a proved number can do for an account. */
async function forgetNumber(tx: Tx, { id, provedNumber }: StudentRow): Promise<void> {
  if (provedNumber === null) return
  await deleteResetCodes(tx, provedNumber)
  const isName = and(eq(signInNames.studentId, id), eq(signInNames.kind, 'number'))
  await tx.delete(signInNames).where(isName)
  await tx.update(students).set({ provedNumber: null, numberProvedAt: null }).where(eq(students.id, id))
}

async function storeNumber(app: App, tx: Tx, before: StudentRow, number: string): Promise<void> {
  const { id: studentId, provedNumber: former } = before
  const numberProvedAt = app.clock.now()
  if (former === number) {
    await tx.update(students).set({ numberProvedAt }).where(eq(students.id, studentId))
    return
  }
  await forgetNumber(tx, before)
  await tx.insert(signInNames).values({ kind: 'number', valueKey: number, studentId })
  const [from, to] = [toOwnAddress(before), toOwnAddress({ ...before, provedNumber: number })]
  const typed = before.internationalNumber === number ? {} : { number, internationalNumber: number }
  await tx
    .update(students)
    .set({ provedNumber: number, numberProvedAt, addressHash: hashAddress(app, to), ...typed })
    .where(eq(students.id, studentId))
  // A quiz that an erased account of the former number had started stays closed.
  if (from !== to) await copyFormerAttempts(app, tx, { from, to })
  await app.jobs.send(tx, numberMessages, { kind: 'number-changed', studentId, change: 'proved' })
  if (former !== null && (await maySendText(app, former, 'account')))
    await app.jobs.send(tx, numberMessages, { kind: 'number-replaced', number: former })
}

/** Ends logins and codes by the proved number. Refuses (409) if no mail reaches the student, who could then not reset a password. */
export async function removeNumber(app: App, who: StudentUser, proof: Proof): Promise<void> {
  const proven = await proveStudent(app, who.id, proof)
  await app.db.transaction(async (tx) => {
    await lockProven(tx, proven)
    const [student] = await tx.select().from(students).where(eq(students.id, who.id))
    if (!student || student.provedNumber === null) fail('not_found')
    if (!findMailbox(student)) fail('only_address')
    await forgetNumber(tx, student)
    await app.jobs.send(tx, numberMessages, { kind: 'number-changed', studentId: who.id, change: 'removed' })
  })
}

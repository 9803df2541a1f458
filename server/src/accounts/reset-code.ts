// The codes with which a password is reset by SMS: six digits, valid for fifteen minutes, with five tries.
import { and, desc, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { findDigits } from '@baobab/contract/accounts/codes.ts'
import { CODE_MS, CODE_TRIES, RESEND_MS, UNVERIFIED_HOLDS_MS } from '@baobab/contract/accounts/rules.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail, Refusal } from '../platform/http/errors.ts'
import { attemptKey, clearAttempts, countAttempt } from '../platform/security/attempt-backoff.ts'
import { isSameSecret } from '../platform/security/tokens.ts'
import { maySendCode } from '../sms/require-sms.ts'
import { deriveResetCode } from './number-messages.ts'
import { findStudentByNumber, selectStudentIds } from './queries.ts'
import { isWaiting } from './registrations.ts'
import { describeNumberProof } from './rules.ts'
import { passwordResets, registrations } from './tables.ts'

/** Where a code was requested or is tried. A known browser is counted separately from strangers. */
type Caller = { number: string; browserId: string | undefined }

/** After the last try, all others are refused until there is a new code. */
const tries = { freeAttempts: CODE_TRIES, initialMs: UNVERIFIED_HOLDS_MS, maxMs: UNVERIFIED_HOLDS_MS }

const triesKey = ({ number, browserId }: Caller) =>
  browserId === undefined ? attemptKey('reset-code', number) : attemptKey('reset-code-browser', browserId)

/** Counts a try at a number's code, whether or not it has one. Throws 429 if there were too many since the last code. */
export async function countResetTry(app: App, caller: Caller): Promise<void> {
  try {
    await countAttempt(app, triesKey(caller), tries)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    fail('too_many_requests', { message: accountsText.tooManyWrongCodes, retryAfterSeconds: RESEND_MS / 1_000 })
  }
}

/** Resets the tries, because there is a new code or the right one was entered. */
export async function clearResetTries(app: App, { number, browserId }: Caller): Promise<void> {
  const callers = [undefined, ...(browserId === undefined ? [] : [browserId])]
  await clearAttempts(
    app,
    callers.map((one) => triesKey({ number, browserId: one })),
  )
}

/** Counts a code. A known browser has its own quota: a stranger who uses up a number's codes does not use up the owner's. */
export async function mayRequestCode(app: App, { number, browserId }: Caller): Promise<boolean> {
  return (
    (browserId !== undefined && (await maySendCode(app, browserId, 'code-known-browser'))) ||
    (await maySendCode(app, number))
  )
}

/**
 * Returns whether a code sent to a number may reset a password. Not that of an account that was unused for so long that the number
 * may belong to somebody else by now. Runs the same statements for every number.
 */
export async function canResetByNumber(app: App, number: string): Promise<boolean> {
  const student = await findStudentByNumber(app.db, number)
  return !student || describeNumberProof(student, app.clock.now()) === 'fresh'
}

/** Deletes a number's unused codes. Runs the same statements for every number. */
export async function deleteResetCodes(tx: Tx, number: string): Promise<void> {
  const isUnused = and(passwordResets.isBySms, isNull(passwordResets.usedAt))
  const waiting = tx.select({ id: registrations.id }).from(registrations).where(isWaiting(number))
  await tx
    .delete(passwordResets)
    .where(and(isUnused, inArray(passwordResets.studentId, selectStudentIds(tx, 'number', number))))
  await tx.delete(passwordResets).where(and(isUnused, inArray(passwordResets.registrationId, waiting)))
}

/** Returns the condition of the reset with this code, if it is the newest one of the owner and still valid. */
export async function findResetCode(app: App, isOwners: SQL, typed: string): Promise<SQL | undefined> {
  const isValid = and(
    isOwners,
    passwordResets.isBySms,
    isNull(passwordResets.usedAt),
    gt(
      sql`coalesce(${passwordResets.sentAt}, ${passwordResets.madeAt})`,
      new Date(app.clock.now().getTime() - CODE_MS),
    ),
  )
  const [code] = await app.db
    .select({ id: passwordResets.id })
    .from(passwordResets)
    .where(isValid)
    .orderBy(desc(passwordResets.madeAt), desc(passwordResets.id))
    .limit(1)
  const digits = findDigits(typed) ?? typed
  return code && isSameSecret(deriveResetCode(app, code.id), digits)
    ? and(eq(passwordResets.id, code.id), isValid)
    : undefined
}

// Slows down password guessing without letting strangers lock out an account's owner (ADR 10).
import type { FastifyRequest } from 'fastify'
import type { App } from '../platform/app.ts'
import { Refusal } from '../platform/http/errors.ts'
import { attemptKey, clearAttempts, countAttemptInAll } from '../platform/security/attempt-backoff.ts'
import type { Counter } from '../platform/security/attempt-backoff.ts'
import { toNetworkKey } from '../platform/security/networks.ts'
import { verifyPassword } from '../platform/security/passwords.ts'
import { findKnownBrowser } from './known-browsers.ts'
import { toLookupKey } from './queries.ts'
import { toAddress } from './read-address.ts'
import type { SessionOwner } from './sessions.ts'

type AccountKind = SessionOwner['kind']

/** The network address and the browser of a login. */
export type LoginOrigin = { address: string; userAgent: string | undefined }

/** Five free tries. Counts one account's logins in one known browser, or from one address. */
const backoff = { freeAttempts: 5, initialMs: 1_000, maxMs: 15 * 60_000 }
/** Counts one account's logins in all unknown browsers together, so that many addresses do not add up to many guesses. */
const accountBackoff = { freeAttempts: 100, initialMs: 60_000, maxMs: 60_000 }
/**
 * The same limits for all names of a student's account together: email, username and phone number. The waits are shorter, so that
 * with one name the counters of that name always refuse first.
 */
const allNamesBackoff = { freeAttempts: 5, initialMs: 900, maxMs: 14 * 60_000 }
const allNamesAccountBackoff = { freeAttempts: 100, initialMs: 55_000, maxMs: 55_000 }

/** A login that has been counted and may be tried. */
export type LoginAttempt = {
  address: string
  /** The known browser the login was counted for; undefined if it was counted for an unknown browser. */
  browserId: string | undefined
  /** The account's names have had too many tries together, so even the right password counts as wrong. */
  isOverLimit: boolean
  /** The counters that the right password clears. */
  counters: readonly Counter[]
}

export function getLoginOrigin(request: FastifyRequest): LoginOrigin {
  return { address: request.ip, userAgent: request.headers['user-agent'] }
}

const browserCounter = (kind: AccountKind, browserId: string): Counter => ({
  key: attemptKey(`${kind}-login-browser`, browserId),
  rule: backoff,
})

/** The counters of one name. A phone number has the same ones in every spelling. */
function strangerCounters(kind: AccountKind, name: string, address: string): Counter[] {
  const key = toLookupKey(kind === 'student' ? toAddress(name) : name)
  return [
    { key: attemptKey(`${kind}-login-pair`, key, toNetworkKey(address)), rule: backoff },
    { key: attemptKey(`${kind}-login`, key), rule: accountBackoff },
  ]
}

/** The counters of all names of one student's account; of the name itself if there is no account. */
function allNamesCounters(account: string, address: string): Counter[] {
  return [
    { key: attemptKey('student-login-pair-all', account, toNetworkKey(address)), rule: allNamesBackoff },
    { key: attemptKey('student-login-all', account), rule: allNamesAccountBackoff },
  ]
}

type CountedLogin = { email: string; device?: string | undefined; studentId?: string | undefined }

/**
 * Counts an attempt to log in before the password is compared. Throws 429 while the caller has to wait. A known browser has its
 * own counter, so others' failures, on the account or from the same address, do not block it. While that counter refuses
 * the browser, perhaps because someone else is using it, the browser counts as unknown. Counts and queries are the same whether
 * or not the name has an account.
 *
 * The names of an account are also counted together, so that three names are not three times the guesses. Those counters never
 * show: a 429 after failures with another name would reveal that both names belong to one account, and usernames are public.
 */
export async function countLogin(
  app: App,
  kind: AccountKind,
  { email, device, studentId }: CountedLogin,
  { address }: LoginOrigin,
): Promise<LoginAttempt> {
  const browserId = await findKnownBrowser(app.db, { kind, email, device })
  const ofBrowser = browserId === undefined ? [] : [browserCounter(kind, browserId)]
  if (browserId !== undefined && (await isCounted(app, ofBrowser)))
    return { address, browserId, isOverLimit: false, counters: ofBrowser }
  await app.rateLimits.checkAddress('failed-logins', address)
  const ofStrangers = strangerCounters(kind, email, address)
  // An attempt refused by the account's counter does not count for the address: otherwise the owner would have to wait there
  // for attempts that were never made.
  await countAttemptInAll(app, ofStrangers)
  const ofAllNames = kind === 'student' ? allNamesCounters(studentId ?? toLookupKey(email), address) : []
  const isOverLimit = !(await isCounted(app, ofAllNames))
  return { address, browserId: undefined, isOverLimit, counters: [...ofBrowser, ...ofStrangers, ...ofAllNames] }
}

/** Counts an attempt. @returns false if a counter refuses it */
async function isCounted(app: App, counters: readonly Counter[]): Promise<boolean> {
  try {
    await countAttemptInAll(app, counters)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * Compares the password of a counted login. Takes the same time for unknown accounts and accounts without a password, which have
 * no hash.
 */
export async function verifyLoginPassword(
  app: App,
  attempt: LoginAttempt,
  { password, passwordHash }: { password: string; passwordHash: string | null | undefined },
): Promise<boolean> {
  const matches = (await verifyPassword(passwordHash ?? undefined, password)) && !attempt.isOverLimit
  if (!matches) await countFailureOfAddress(app, attempt)
  return matches
}

/**
 * Counts an unknown browser's failed login for its network address. A successful login does not clear this count: otherwise
 * someone trying passwords of many accounts could clear it by logging in to their own.
 */
export async function countFailureOfAddress(app: App, { browserId, address }: LoginAttempt): Promise<void> {
  if (browserId === undefined) await app.rateLimits.countByAddress('failed-logins', address)
}

/**
 * Clears a login's counters after the right password for an account whose email is verified, because only its owner can have
 * it. A login in a known browser clears no counters of strangers, so an attacker gains nothing from the owner's logins.
 */
export async function clearLoginCounters(app: App, { counters }: Pick<LoginAttempt, 'counters'>): Promise<void> {
  await clearAttempts(
    app,
    counters.map(({ key }) => key),
  )
}

/**
 * Clears every counter that could make the owner wait after a password reset: those of the browser and address that used the
 * link, and those of the account as a whole, because those guesses were of the old password.
 * @param names all names with which the owner may log in
 */
export async function clearCountersAfterReset(
  app: App,
  kind: AccountKind,
  {
    id,
    names,
    browserId,
    address,
  }: { id: string; names: readonly string[]; browserId: string | undefined; address: string },
): Promise<void> {
  const ofBrowser = browserId === undefined ? [] : [browserCounter(kind, browserId)]
  const ofStrangers = names.flatMap((name) => strangerCounters(kind, name, address))
  await clearLoginCounters(app, { counters: [...ofBrowser, ...ofStrangers, ...allNamesCounters(id, address)] })
}

// Stores the registration until its account opens, so that switching to the mail app, reloading or closing the tab does not lose it.
import { RESEND_MS } from '@baobab/contract/accounts/rules.ts'
import { serverTime } from '../api/server-time.ts'
import { hasLoginInBrowser } from '../api/session.ts'
import { phoneStorage } from '../browser/storage.ts'
import { isEmailAddress, isSameAddress } from './address.ts'

/**
 * `email` and `token` are part of the product's interface. While a student is logged in on this phone, `email` belongs to the login, and somebody
 * else who registers in the same browser has their email under another key. A phone number always has a key of its own.
 */
const keys = {
  email: 'email',
  emailBesideLogin: 'verificationEmail',
  number: 'verificationNumber',
  token: 'token',
  registration: 'registration',
  guardianEmail: 'waitsForGuardian',
  resendAt: 'codeAskAgainAt',
} as const

export type CodeSent = {
  /** The email or phone number that the code proves. */
  email: string
  /** When the next code may be requested, in milliseconds of server time; 0 if no earlier request is known. */
  resendAt: number
}

export type PendingVerification = CodeSent & {
  /** The secret reference of the registration; undefined if another device or an earlier version made it. */
  registration: string | undefined
  /** The guardian's masked email or phone number if only their consent is missing; undefined while the code is missing. */
  guardianEmail: string | undefined
}

export function readPendingVerification(): PendingVerification | undefined {
  const email =
    phoneStorage.getItem(keys.emailBesideLogin) ??
    phoneStorage.getItem(keys.number) ??
    (hasLoginInBrowser() ? null : phoneStorage.getItem(keys.email))
  if (!email) return undefined
  return {
    email,
    registration: phoneStorage.getItem(keys.registration) ?? undefined,
    guardianEmail: phoneStorage.getItem(keys.guardianEmail) ?? undefined,
    resendAt: Number(phoneStorage.getItem(keys.resendAt)) || 0,
  }
}

/** Returns the reference to send with calls about an email or phone number: `{ registration }`, or nothing if this browser does not have it. */
export function referenceFor(email: string): { registration?: string } {
  const pending = readPendingVerification()
  return pending?.registration && isSameAddress(pending.email, email) ? { registration: pending.registration } : {}
}

/** Stores the email or phone number, and forgets what belongs to another one. */
function start(email: string): void {
  if (!isSameAddress(readPendingVerification()?.email ?? '', email)) clearPendingVerification()
  phoneStorage.removeItem(keys.emailBesideLogin)
  const emailKey = hasLoginInBrowser() ? keys.emailBesideLogin : keys.email
  phoneStorage.setItem(isEmailAddress(email) ? emailKey : keys.number, email)
}

/** Stores a new registration. */
export function storeRegistration(reply: { email: string; registration: string; verificationToken: string }): void {
  clearPendingVerification()
  storeCodeSent(reply.email)
  phoneStorage.setItem(keys.registration, reply.registration)
  phoneStorage.setItem(keys.token, reply.verificationToken)
}

/** Stores that a code was just sent to an address. The next one may be requested after `waitMs`. */
export function storeCodeSent(email: string, waitMs = RESEND_MS): CodeSent {
  const resendAt = serverTime() + waitMs
  start(email)
  phoneStorage.setItem(keys.resendAt, String(resendAt))
  return { email, resendAt }
}

/**
 * Stores the registration that a login found, which lacks either the code or only a guardian's consent. If a wait is already running for
 * the email or phone number, it continues.
 */
export function storeFoundRegistration(found: {
  email: string
  registration: string | undefined
  guardianEmail?: string | undefined
}): void {
  start(found.email)
  for (const name of ['registration', 'guardianEmail'] as const) {
    const value = found[name]
    if (value === undefined) phoneStorage.removeItem(keys[name])
    else phoneStorage.setItem(keys[name], value)
  }
}

/** Stores the masked email or phone number of the guardian who has to agree, after the code was entered or the guardian was changed. */
export function storeGuardian(guardianEmail: string): void {
  phoneStorage.setItem(keys.guardianEmail, guardianEmail)
}

export function clearPendingVerification(): void {
  for (const key of Object.values(keys)) if (key !== keys.email || !hasLoginInBrowser()) phoneStorage.removeItem(key)
}

// The email that waits for its code, kept on the phone: the mail app, a reload or a closed tab must not lose it.
import { RESEND_MS } from '@baobab/contract/limits.ts'

const keys = { email: 'verificationEmail', token: 'token', askAgainAt: 'codeAskAgainAt' } as const

export type Pending = {
  email: string
  /** When the next code may be asked for, in milliseconds since 1970; 0 where nothing is known of an earlier one. */
  askAgainAt: number
}

/** The phone's store, or one that lives as long as the page where storage is switched off. */
const store = ((): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => {
  const memory = new Map<string, string>()
  const inMemory = {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
    removeItem: (key: string) => void memory.delete(key),
  }
  try {
    return globalThis.localStorage ?? inMemory
  } catch {
    return inMemory
  }
})()

export function pendingVerification(): Pending | undefined {
  const email = store.getItem(keys.email)
  return email ? { email, askAgainAt: Number(store.getItem(keys.askAgainAt)) || 0 } : undefined
}

/** A code has just gone to this address: the next may be asked for in a minute, or when the server says. */
export function codeSentTo(email: string, waitMs = RESEND_MS): Pending {
  const askAgainAt = Date.now() + waitMs
  store.setItem(keys.email, email)
  store.setItem(keys.askAgainAt, String(askAgainAt))
  return { email, askAgainAt }
}

/** This address turned out to wait for its code; the minute that may run for it goes on. */
export function waitsForCode(email: string): void {
  if (pendingVerification()?.email === email) return
  forgetVerification()
  store.setItem(keys.email, email)
}

/** What registration answered beside the email. It is kept, never shown. */
export function keepVerificationToken(token: string): void {
  store.setItem(keys.token, token)
}

export function forgetVerification(): void {
  for (const key of Object.values(keys)) store.removeItem(key)
}

/**
 * Whole seconds until an instant, rounded up so that 0 means 'now'. A clock that was set back since never makes the
 * wait longer than it can be.
 */
export function secondsUntil(at: number, now: number, longestMs = RESEND_MS): number {
  return Math.ceil(Math.min(Math.max(0, at - now), longestMs) / 1000)
}

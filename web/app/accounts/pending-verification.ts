// Stores the email whose verification is pending, so that switching to the mail app, a reload or a closed tab does not
// lose it.
import { RESEND_MS } from '@baobab/contract/limits.ts'

const keys = { email: 'verificationEmail', token: 'token', resendAt: 'codeAskAgainAt' } as const

export type PendingVerification = {
  email: string
  /** When the next code may be requested, in milliseconds since 1970; 0 if no earlier request is known. */
  resendAt: number
}

/** localStorage; if storage is disabled, memory that lasts as long as the page. */
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

export function readPendingVerification(): PendingVerification | undefined {
  const email = store.getItem(keys.email)
  return email ? { email, resendAt: Number(store.getItem(keys.resendAt)) || 0 } : undefined
}

/** Stores that a code was just sent to an address: the next may be requested after `waitMs`. */
export function storeCodeSent(email: string, waitMs = RESEND_MS): PendingVerification {
  const resendAt = Date.now() + waitMs
  store.setItem(keys.email, email)
  store.setItem(keys.resendAt, String(resendAt))
  return { email, resendAt }
}

/** Stores an address that a login found to be unverified. A wait that is already running for it continues. */
export function storeUnverifiedEmail(email: string): void {
  if (readPendingVerification()?.email === email) return
  clearPendingVerification()
  store.setItem(keys.email, email)
}

/**
 * Stores the token of the registration reply under a storage key that is part of the product's interface; no page reads
 * it.
 */
export function storeVerificationToken(token: string): void {
  store.setItem(keys.token, token)
}

export function clearPendingVerification(): void {
  for (const key of Object.values(keys)) store.removeItem(key)
}

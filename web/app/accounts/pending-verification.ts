// The email that waits for its code, kept on the phone: the mail app, a reload or a closed tab must not lose it.
import { RESEND_MS } from '@baobab/contract/limits.ts'

const keys = { email: 'verificationEmail', token: 'token', resendAt: 'codeAskAgainAt' } as const

export type PendingVerification = {
  email: string
  /** When the next code may be asked for, in milliseconds since 1970; 0 where nothing is known of an earlier one. */
  resendAt: number
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

export function readPendingVerification(): PendingVerification | undefined {
  const email = store.getItem(keys.email)
  return email ? { email, resendAt: Number(store.getItem(keys.resendAt)) || 0 } : undefined
}

/** A code has just gone to this address: the next may be asked for in a minute, or when the server says. */
export function storeCodeSent(email: string, waitMs = RESEND_MS): PendingVerification {
  const resendAt = Date.now() + waitMs
  store.setItem(keys.email, email)
  store.setItem(keys.resendAt, String(resendAt))
  return { email, resendAt }
}

/** This address turned out to wait for its code; the minute that may run for it goes on. */
export function storeUnverifiedEmail(email: string): void {
  if (readPendingVerification()?.email === email) return
  clearPendingVerification()
  store.setItem(keys.email, email)
}

/** What registration answered beside the email. It is kept, never shown. */
export function storeVerificationToken(token: string): void {
  store.setItem(keys.token, token)
}

export function clearPendingVerification(): void {
  for (const key of Object.values(keys)) store.removeItem(key)
}

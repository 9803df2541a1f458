// The password of a registration in this tab, so that it is typed only once. It is kept only in memory, and not for long: the next person
// at a shared phone must not log in with it.
import { isSameEmail } from '@baobab/contract/kernel/text.ts'
import { serverTime } from '../api/server-time.ts'

const KEEP_MS = 15 * 60_000

let kept: { email: string; password: string; until: number } | undefined

/** Keeps the password that was just chosen for an email, or forgets the one before. */
export function keepTypedPassword(chosen: { email: string; password: string } | undefined): void {
  kept = chosen && { ...chosen, until: serverTime() + KEEP_MS }
}

/** Returns the password that was chosen for an email a short time ago, or ''. Forgets it. */
export function takeTypedPassword(email: string): string {
  const { password = '' } = kept && isSameEmail(kept.email, email) && serverTime() < kept.until ? kept : {}
  kept = undefined
  return password
}

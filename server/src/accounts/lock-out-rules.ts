// Decides which providers an account disconnects when it locks others out.
import type { IdentityProvider } from '@baobab/contract/accounts/text.ts'

/**
 * What proved the account when an identity was connected: opening it with the identity, the mailbox, or the password. Null if
 * it was connected by a release that did not store this.
 */
export const connectionProofs = ['opening', 'mailbox', 'password'] as const
export type ConnectionProof = (typeof connectionProofs)[number]

export type ConnectedIdentity = {
  provider: IdentityProvider
  subject: string
  connectedAt: Date
  proof: ConnectionProof | null
}

/**
 * What the caller of a lock-out has proved: `number` is a code sent to the proved phone number, and `closed` means that nobody
 * should be able to log in any more.
 */
export type LockOutProof = 'session' | 'password' | 'mailbox' | 'number' | 'closed'

/**
 * Decides whether the proved phone number can still prove the account after a lock-out. An intruder with the password may have put
 * a number of their own there. The only address of an account stays, and so does a number that has just received a code.
 */
export function keepsNumber({ proof, hasEmail }: { proof: LockOutProof; hasEmail: boolean }): boolean {
  return proof === 'session' || proof === 'number' || !hasEmail
}

type Situation = {
  proof: LockOutProof
  /** Whether the account has an email. */
  hasEmail: boolean
  /** Whether the account has a password, before a new one is stored. */
  hasPassword: boolean
  /** When the remaining session last authenticated; undefined if none remains. */
  provedAt: Date | undefined
}

/**
 * Chooses the identities to disconnect. The mailbox is the strongest proof: it disconnects all of them, because a stranger who
 * could read the mail for a while may have connected any. A password disconnects those that its old value may have connected. A
 * session is the weakest proof: of those, it disconnects only the ones connected in another session since it authenticated
 * itself, so that an intruder with just a session can take few sign-in methods from the owner. An account without a password
 * has none that a password connected, so its last sign-in method stays. A phone number is like the mailbox if there is no email.
 * Otherwise it is like the password, so that somebody who got the number cannot take from the owner what the mailbox connected.
 */
export function chooseDisconnected<T extends ConnectedIdentity>(
  identities: readonly T[],
  { proof, hasEmail, hasPassword, provedAt }: Situation,
): T[] {
  if (proof === 'mailbox' || proof === 'closed' || (proof === 'number' && !hasEmail)) return [...identities]
  if (!hasPassword) return []
  const byPassword = identities.filter((identity) => identity.proof === 'password' || identity.proof === null)
  if (proof === 'password' || proof === 'number') return byPassword
  return byPassword.filter(({ connectedAt }) => provedAt !== undefined && connectedAt > provedAt)
}

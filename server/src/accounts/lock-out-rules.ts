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

/** What the caller of a lock-out has proved; 'closed' if nobody should be able to log in any more. */
export type LockOutProof = 'session' | 'password' | 'mailbox' | 'closed'

type Situation = {
  proof: LockOutProof
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
 * has none that a password connected, so its last sign-in method stays.
 */
export function chooseDisconnected<T extends ConnectedIdentity>(
  identities: readonly T[],
  { proof, hasPassword, provedAt }: Situation,
): T[] {
  if (proof === 'mailbox' || proof === 'closed') return [...identities]
  if (!hasPassword) return []
  const byPassword = identities.filter((identity) => identity.proof === 'password' || identity.proof === null)
  if (proof === 'password') return byPassword
  return byPassword.filter(({ connectedAt }) => provedAt !== undefined && connectedAt > provedAt)
}

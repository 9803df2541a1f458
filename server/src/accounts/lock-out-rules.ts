// Which providers an account disconnects when it locks others out.
import type { IdentityProvider } from '@baobab/contract/accounts/text.ts'

/**
 * With what an identity was connected: the account was opened with it, or the mailbox or the password was proved. Null if it
 * was connected by a release that did not store that.
 */
export const connectionProofs = ['opening', 'mailbox', 'password'] as const
export type ConnectionProof = (typeof connectionProofs)[number]

export type ConnectedIdentity = {
  provider: IdentityProvider
  subject: string
  connectedAt: Date
  proof: ConnectionProof | null
}

/** What the caller of a lock-out has proved; 'closed' if nobody is to get in any more. */
export type LockOutProof = 'session' | 'password' | 'mailbox' | 'closed'

type Situation = {
  proof: LockOutProof
  /** Whether the account has a password, before a new one is stored. */
  hasPassword: boolean
  /** When the session that stays has last proved itself; undefined if none stays. */
  provedAt: Date | undefined
}

/**
 * Chooses the identities to disconnect. The mailbox is the strongest proof: it disconnects all, because a stranger who read the mail
 * for a while may have connected any. A password disconnects those that its old value may have connected. A session is the
 * weakest proof, so that an intruder who has only that takes few ways in from the owner: it disconnects those of them that
 * were connected in another session since its own proof. An account without a password has none that a password connected,
 * so its last way in stays.
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

// Finds the session of a token. Tokens without a session are limited for each address, because each costs a query.
import type { RateLimits } from '../security/rate-limits.ts'
import { hashToken } from '../security/tokens.ts'
import type { ReadSession, SessionUser } from './auth.ts'

/** The number of tokens to remember, by their hashes; about 3 MB. Then all are forgotten. */
const MAX_REMEMBERED = 20_000

export type SessionLookup = ReturnType<typeof createSessionLookup>

/** Creates a function that returns the user of a token, and refuses with 429 above the limit of the address. */
export function createSessionLookup(options: {
  rateLimits: Pick<RateLimits, 'checkAddress' | 'countByAddress'>
  readSession: ReadSession
}) {
  const { rateLimits, readSession } = options
  /** Tokens that had a session at their last call: whoever is logged in shares no limit with strangers at the address. */
  const remembered = new Set<string>()
  return async (token: string, address: string): Promise<SessionUser | undefined> => {
    const hash = hashToken(token)
    if (!remembered.has(hash)) await rateLimits.checkAddress('invalid-tokens', address)
    const user = await readSession(token)
    if (!user) {
      remembered.delete(hash)
      await rateLimits.countByAddress('invalid-tokens', address)
      return undefined
    }
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.add(hash)
    return user
  }
}

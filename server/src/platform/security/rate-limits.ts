// How often one address, account or mailbox may call (decisions 2). Addresses are counted in memory on each server,
// because a whole school may sit behind one and the count is generous; accounts and mailboxes in PostgreSQL.
import { isIPv6 } from 'node:net'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { MAILS_A_DAY, MAILS_AN_HOUR } from '@baobab/contract/limits.ts'
import { fail } from '../http/errors.ts'
import { hashToken } from './tokens.ts'

const HOUR = 3_600
const addressRules = {
  calls: { points: 1_000, duration: 60 },
  registrations: { points: 300, duration: HOUR },
  'failed-logins': { points: 100, duration: 60 },
} as const
const ACCOUNT_CALLS = { points: 600, duration: 60 }
/** Pictures one account may send in a day (security.md U-21). */
const PICTURES = { points: 10, duration: 24 * HOUR }

export type AddressRule = keyof typeof addressRules

export type RateLimits = {
  /** Counts one event of an address; refuses with 429 when it is one too many. */
  countByAddress(rule: AddressRule, address: string): Promise<void>
  /** Refuses with 429 where an address has used up a rule, without counting. */
  checkAddress(rule: AddressRule, address: string): Promise<void>
  /** Counts one call of an account. */
  countByAccount(accountId: string): Promise<void>
  /** Counts one picture of an account; making one costs work and disk. */
  countPictureUpload(accountId: string): Promise<void>
  /** Counts one mail of a kind to an address and tells whether it may still be sent. */
  consumeMailQuota(kind: string, emailKey: string): Promise<boolean>
}

/** The network of an address: an IPv6 household or school holds a whole /64. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - left.length - tail.split(':').filter(Boolean).length
  return [...left, ...Array<string>(missing).fill('0')].slice(0, 4).join(':')
}

const refuse = (result: RateLimiterRes) =>
  fail('too_many_requests', { retryAfterSeconds: Math.max(1, result.msBeforeNext / 1_000) })

/** Counts one event; a store that does not answer is an error, not a refusal. */
async function count(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes | undefined> {
  try {
    await limiter.consume(key)
    return undefined
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return reason
    throw reason
  }
}

/**
 * Makes the limits of a server.
 * @param options.factor multiplies the limits for addresses and accounts; 0 switches them off (for benches). The
 *   limits on mails are never touched by it.
 */
export function createRateLimits(options: { pool: pg.Pool; factor: number }): RateLimits {
  const { pool, factor } = options
  const stored = (keyPrefix: string, rule: { points: number; duration: number }) =>
    new RateLimiterPostgres({ storeClient: pool, tableName: 'rate_limits', tableCreated: true, keyPrefix, ...rule })
  const scaled = <R extends { points: number; duration: number }>(rule: R) => ({
    ...rule,
    points: rule.points * factor,
  })
  const addresses = new Map(
    Object.entries(addressRules).map(([name, rule]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, ...scaled(rule) }),
    ]),
  )
  const limiterOf = (rule: AddressRule) => addresses.get(rule) as RateLimiterMemory
  const accounts = stored('account', scaled(ACCOUNT_CALLS))
  const hourly = stored('mail-hour', { points: MAILS_AN_HOUR, duration: HOUR })
  const pictures = stored('picture', PICTURES)
  const daily = stored('mail-day', { points: MAILS_A_DAY, duration: 24 * HOUR })
  return {
    async countByAddress(rule, address) {
      if (factor === 0) return
      const over = await count(limiterOf(rule), networkOf(address))
      if (over) refuse(over)
    },
    async checkAddress(rule, address) {
      if (factor === 0) return
      const used = await limiterOf(rule).get(networkOf(address))
      if (used && used.remainingPoints <= 0) refuse(used)
    },
    async countByAccount(accountId) {
      if (factor === 0) return
      const over = await count(accounts, accountId)
      if (over) refuse(over)
    },
    async countPictureUpload(accountId) {
      const over = await count(pictures, accountId)
      if (over) refuse(over)
    },
    async consumeMailQuota(kind, emailKey) {
      // Hashed, so that no address lies about in a table of counters.
      const key = `${kind}:${hashToken(emailKey)}`
      if (await count(hourly, key)) return false
      return (await count(daily, key)) === undefined
    },
  }
}

// Rate limits for addresses, accounts and mailboxes. Addresses are counted in memory on each server, because their limits
// are generous (a whole school may share one address); accounts and mailboxes are counted in PostgreSQL.
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
/** Profile pictures that one account may upload in a day: processing one costs CPU time and disk. */
const PICTURES = { points: 10, duration: 24 * HOUR }

export type AddressRule = keyof typeof addressRules

export type RateLimits = {
  /** Counts one event of an address; refuses with 429 above the limit. */
  countByAddress(rule: AddressRule, address: string): Promise<void>
  /** Refuses with 429 if an address has reached its limit, without counting. */
  checkAddress(rule: AddressRule, address: string): Promise<void>
  /** Counts one call of an account; refuses with 429 above the limit. */
  countByAccount(accountId: string): Promise<void>
  /** Counts one picture of an account; refuses with 429 above the limit. */
  countPictureUpload(accountId: string): Promise<void>
  /** Counts one mail of the given kind to an address; returns whether it may be sent. */
  consumeMailQuota(kind: string, emailKey: string): Promise<boolean>
}

/** Returns the network to count an address under: a household or school holds a whole /64 of IPv6. */
function toNetwork(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - left.length - tail.split(':').filter(Boolean).length
  return [...left, ...Array<string>(missing).fill('0')].slice(0, 4).join(':')
}

const refuseUntilReset = (result: RateLimiterRes) =>
  fail('too_many_requests', { retryAfterSeconds: Math.max(1, result.msBeforeNext / 1_000) })

/** Counts one event; returns the limiter's result if that exceeds the limit. Throws when the store fails. */
async function consume(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes | undefined> {
  try {
    await limiter.consume(key)
    return undefined
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return reason
    throw reason
  }
}

async function consumeOrRefuse(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const exceeded = await consume(limiter, key)
  if (exceeded) refuseUntilReset(exceeded)
}

/**
 * Creates the rate limits of a server.
 * @param options.factor multiplies the limits of addresses and accounts; 0 switches them off (for benches). Limits of
 *   mails and pictures stay as they are.
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
  const addressLimiter = (rule: AddressRule) => addresses.get(rule) as RateLimiterMemory
  const accounts = stored('account', scaled(ACCOUNT_CALLS))
  const hourly = stored('mail-hour', { points: MAILS_AN_HOUR, duration: HOUR })
  const pictures = stored('picture', PICTURES)
  const daily = stored('mail-day', { points: MAILS_A_DAY, duration: 24 * HOUR })
  return {
    async countByAddress(rule, address) {
      if (factor === 0) return
      await consumeOrRefuse(addressLimiter(rule), toNetwork(address))
    },
    async checkAddress(rule, address) {
      if (factor === 0) return
      const used = await addressLimiter(rule).get(toNetwork(address))
      if (used && used.remainingPoints <= 0) refuseUntilReset(used)
    },
    async countByAccount(accountId) {
      if (factor === 0) return
      await consumeOrRefuse(accounts, accountId)
    },
    async countPictureUpload(accountId) {
      await consumeOrRefuse(pictures, accountId)
    },
    async consumeMailQuota(kind, emailKey) {
      // Hashed, so that the table of counters holds no email addresses.
      const key = `${kind}:${hashToken(emailKey)}`
      if (await consume(hourly, key)) return false
      return (await consume(daily, key)) === undefined
    },
  }
}

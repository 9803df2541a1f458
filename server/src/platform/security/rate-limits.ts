// Rate limits for addresses, accounts and mailboxes. Each server counts addresses in memory, because their limits are generous (a
// whole school may share one address). Mailboxes are counted in PostgreSQL, and so are accounts after their first calls of a
// minute. An IPv6 address counts towards its /64, and with higher limits towards its /56 and /48.
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { DiskSpace } from '../database/disk-space.ts'
import { fail } from '../http/errors.ts'
import { LARGEST_ALLOWANCE, listNetworks } from './networks.ts'
import { hashToken } from './tokens.ts'

const HOUR = 3_600
const addressRules = {
  calls: { points: 1_000, duration: 60 },
  registrations: { points: 300, duration: HOUR },
  'failed-logins': { points: 100, duration: 60 },
  'contact-messages': { points: 20, duration: HOUR },
  'policy-reports': { points: 60, duration: 60 },
  // Each may require a signature check of about 30 ms.
  'brought-rounds': { points: 20, duration: 60 },
} as const
/**
 * The server counts an account's first calls of a minute in memory, and only further ones in PostgreSQL. Ordinary use stays below
 * `inMemory`, so it writes nothing there. With n servers an account may make n × `inMemory` + `stored` calls.
 */
const ACCOUNT_CALLS = { inMemory: 60, stored: 540, duration: 60 }
/** The number of mails of one kind that an address may receive. */
const MAILS = { hour: 5, day: 20 }
/** The number of mails with verification codes requested without a reference, which anybody who knows an email can do. */
const CODES_WITHOUT_REFERENCE = { hour: 2, day: 6 }
/**
 * The number of text messages that a phone number may receive, because each costs money. All kinds of codes count together.
 * `code-known-browser` is for browsers in which the number's account has logged in, so that strangers cannot use up its codes.
 */
const SMS = {
  code: { hour: 3, day: 8 },
  'code-known-browser': { hour: 3, day: 8 },
  consent: { hour: 6, day: 12 },
  draw: { hour: 3, day: 6 },
  summary: { hour: 1, day: 2 },
  account: { hour: 3, day: 8 },
} as const
export type SmsQuota = keyof typeof SMS
/** Profile pictures that one account may upload in a day: processing one costs CPU time and disk. */
const PICTURES = { points: 10, duration: 24 * HOUR }

/** The points that one event uses for an address. Larger networks use a fraction, which must be a whole number. */
const EVENT_POINTS = LARGEST_ALLOWANCE

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
  /** Counts one text message to a number in E.164; returns whether it may be sent. */
  consumeSmsQuota(quota: SmsQuota, number: string): Promise<boolean>
}

const refuseUntilReset = (result: RateLimiterRes) =>
  fail('too_many_requests', { retryAfterSeconds: Math.max(1, result.msBeforeNext / 1_000) })

/** Counts one event; returns the limiter's result if that exceeds the limit. Throws when the store fails. */
async function consume(limiter: RateLimiterAbstract, key: string, points = 1): Promise<RateLimiterRes | undefined> {
  try {
    await limiter.consume(key, points)
    return undefined
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return reason
    throw reason
  }
}

async function consumeOrRefuse(limiter: RateLimiterAbstract, key: string, points = 1): Promise<void> {
  const exceeded = await consume(limiter, key, points)
  if (exceeded) refuseUntilReset(exceeded)
}

/**
 * Creates the rate limits of a server.
 * @param options.factor multiplies the limits of addresses and accounts; 0 switches them off (for benchmarks). Limits on mails and
 * pictures do not change.
 */
export function createRateLimits(options: {
  pool: pg.Pool
  diskSpace: Pick<DiskSpace, 'isFull'>
  factor: number
}): RateLimits {
  const { pool, diskSpace, factor } = options
  const stored = (
    keyPrefix: string,
    rule: { points: number; duration: number; insuranceLimiter?: RateLimiterMemory },
  ) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      ...rule,
    })
  const addresses = new Map(
    Object.entries(addressRules).map(([name, rule]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, ...rule, points: rule.points * factor * EVENT_POINTS }),
    ]),
  )
  const addressLimiter = (rule: AddressRule) => addresses.get(rule) as RateLimiterMemory
  const { duration } = ACCOUNT_CALLS
  // Points are whole numbers; the two limits must still add up to the whole one.
  const firstPoints = Math.ceil(ACCOUNT_CALLS.inMemory * factor)
  const laterPoints = (ACCOUNT_CALLS.inMemory + ACCOUNT_CALLS.stored) * factor - firstPoints
  const firstCalls = new RateLimiterMemory({ keyPrefix: 'account', points: firstPoints, duration })
  // Counts only on this server while the disk is full, so that counting does not use up the remaining space.
  const laterCallsInMemory = new RateLimiterMemory({ keyPrefix: 'account', points: laterPoints, duration })
  const laterCalls = stored('account', { points: laterPoints, duration, insuranceLimiter: laterCallsInMemory })
  const pictures = stored('picture', PICTURES)
  const messageLimiters = (name: 'mail' | 'sms', { hour, day }: { hour: number; day: number }) => [
    stored(`${name}-hour`, { points: hour, duration: HOUR }),
    stored(`${name}-day`, { points: day, duration: 24 * HOUR }),
  ]
  const mails = messageLimiters('mail', MAILS)
  const codesWithoutReference = messageLimiters('mail', CODES_WITHOUT_REFERENCE)
  const texts = new Map(Object.entries(SMS).map(([quota, limit]) => [quota, messageLimiters('sms', limit)]))
  return {
    async countByAddress(rule, address) {
      if (factor === 0) return
      // The smallest network first, so that a /64 above its limit uses up nothing from the /48 around it.
      for (const { key, allowance } of listNetworks(address))
        await consumeOrRefuse(addressLimiter(rule), key, EVENT_POINTS / allowance)
    },
    async checkAddress(rule, address) {
      if (factor === 0) return
      for (const { key } of listNetworks(address)) {
        const used = await addressLimiter(rule).get(key)
        if (used && used.remainingPoints <= 0) refuseUntilReset(used)
      }
    },
    async countByAccount(accountId) {
      if (factor === 0 || !(await consume(firstCalls, accountId))) return
      await consumeOrRefuse(diskSpace.isFull() ? laterCallsInMemory : laterCalls, accountId)
    },
    async countPictureUpload(accountId) {
      await consumeOrRefuse(pictures, accountId)
    },
    async consumeMailQuota(kind, emailKey) {
      // Hashed, so that the table of counters contains no email addresses.
      const key = `${kind}:${hashToken(emailKey)}`
      for (const limiter of kind === 'code-without-reference' ? codesWithoutReference : mails)
        if (await consume(limiter, key)) return false
      return true
    },
    async consumeSmsQuota(quota, number) {
      const key = `${quota}:${hashToken(number)}`
      for (const limiter of texts.get(quota) ?? []) if (await consume(limiter, key)) return false
      return true
    },
  }
}

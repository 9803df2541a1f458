// Tests the limits themselves, to the number and the millisecond, with a database but no server.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../src/platform/database/database.ts'
import { attemptBackoffs, rateLimits } from '../../src/platform/database/tables.ts'
import { Refusal } from '../../src/platform/http/errors.ts'
import {
  attemptKey,
  clearAttempts,
  countAttempt,
  countAttemptInAll,
  deleteStaleAttempts,
} from '../../src/platform/security/attempt-backoff.ts'
import { createRateLimits, type AddressRule } from '../../src/platform/security/rate-limits.ts'
import { createDatabase, type TestDatabase } from '../create-database.ts'

let stored: TestDatabase
let database: Database
/** An unreachable database. */
let lost: Database
beforeAll(async () => {
  stored = await createDatabase()
  const open = () => openDatabase({ url: stored.url, waitMs: 20_000, onError: () => undefined })
  ;[database, lost] = [open(), open()]
  await lost.close()
})
afterAll(async () => {
  await database.close()
  await stored.drop()
})

/** Makes an attempt. @returns the seconds to wait if it is refused, otherwise 0 */
const waitAfter = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 0,
    (error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error
      return error.details.retryAfterSeconds ?? -1
    },
  )
/** Makes attempts until one is refused. @returns how many were allowed, and the seconds to wait */
async function exhaust(attempt: () => Promise<unknown>): Promise<{ allowed: number; seconds: number }> {
  for (let allowed = 0; allowed < 200; allowed += 1) {
    const seconds = await waitAfter(attempt())
    if (seconds !== 0) return { allowed, seconds }
  }
  return { allowed: 200, seconds: 0 }
}
const createLimits = ({ factor = 0.02, isFull = false, pool = database.pool } = {}) =>
  createRateLimits({ pool, diskSpace: { isFull: () => isFull }, factor })
const [minute, hour, day] = [60, 3_600, 24 * 3_600]

/** Expects a wait of at most this many seconds, less than half of which has passed. */
function expectWait(seconds: number, atMost: number): void {
  expect(seconds).toBeGreaterThan(atMost / 2)
  expect(seconds).toBeLessThanOrEqual(atMost)
}

describe('an address’s limit', () => {
  it.each([
    ['calls', 20, minute],
    ['registrations', 6, hour],
    ['failed-logins', 2, minute],
    ['contact-messages', 4, hour],
    ['policy-reports', 3, minute],
    ['brought-rounds', 1, minute],
  ] as [AddressRule, number, number][])('for %s is %i in %i seconds', async (rule, limit, duration) => {
    const limits = createLimits({
      factor: rule === 'contact-messages' ? 0.2 : rule === 'policy-reports' || rule === 'brought-rounds' ? 0.05 : 0.02,
    })
    for (let n = 0; n < limit; n += 1) {
      expect(await waitAfter(limits.checkAddress(rule, '192.0.2.1'))).toBe(0)
      await limits.countByAddress(rule, '192.0.2.1')
    }
    expectWait(await waitAfter(limits.checkAddress(rule, '192.0.2.1')), duration)
    expectWait(await waitAfter(limits.countByAddress(rule, '192.0.2.1')), duration)
    expect(await waitAfter(limits.countByAddress(rule, '192.0.2.2'))).toBe(0)
  })

  it('counts an IPv6 address for its networks, whose limits are four and sixteen times as high', async () => {
    const limits = createLimits()
    const call = (network: string) => () => limits.countByAddress('calls', `2001:db8:${network}::1`)
    expect((await exhaust(call('1:101'))).allowed).toBe(20)
    expect(await waitAfter(limits.checkAddress('calls', '2001:db8:1:101::2'))).toBeGreaterThan(0)
    for (const part of ['102', '103', '104']) expect((await exhaust(call(`1:${part}`))).allowed).toBe(20)
    expect((await exhaust(call('1:105'))).allowed).toBe(0)
    expect(await waitAfter(limits.checkAddress('calls', '2001:db8:1:105::1'))).toBeGreaterThan(0)
    expect((await exhaust(call('1:201'))).allowed).toBe(20)
    expect(await waitAfter(limits.checkAddress('calls', '2001:db8:1:301::1'))).toBe(0)
  })

  it('can be switched off', async () => {
    const limits = createLimits({ factor: 0 })
    expect(await exhaust(() => limits.countByAddress('calls', '192.0.2.1'))).toEqual({ allowed: 200, seconds: 0 })
    await limits.checkAddress('calls', '192.0.2.1')
    expect(await exhaust(() => limits.countByAccount('an account'))).toEqual({ allowed: 200, seconds: 0 })
  })
})

describe('an account’s limit', () => {
  const listKeys = async () => (await database.db.select().from(rateLimits)).map(({ key }) => key)

  it('for calls is stored after the first ones, except while the disk is full or the database unavailable', async () => {
    for (const options of [{ isFull: true }, { pool: lost.pool }, {}]) {
      const [limits, id] = [createLimits({ factor: 0.01, ...options }), randomUUID()]
      const { allowed, seconds } = await exhaust(() => limits.countByAccount(id))
      expect(allowed).toBe(6)
      expectWait(seconds, minute)
      expect((await listKeys()).includes(`account:${id}`)).toBe(Object.keys(options).length === 0)
    }
  })

  it('for calls counts the first tenth per server, and the rest for all servers together', async () => {
    const [one, two, id] = [createLimits({ factor: 0.1 }), createLimits({ factor: 0.1 }), randomUUID()]
    for (let n = 0; n < 6; n += 1) expect(await waitAfter(one.countByAccount(id))).toBe(0)
    expect(await listKeys()).not.toContain(`account:${id}`)
    expect((await exhaust(() => one.countByAccount(id))).allowed).toBe(54)
    expect(await listKeys()).toContain(`account:${id}`)
    expect((await exhaust(() => two.countByAccount(id))).allowed).toBe(6)
    expect(await waitAfter(one.countByAccount(randomUUID()))).toBe(0)
  })

  it('for pictures is ten a day, whatever the factor, and is not skipped if it cannot be counted', async () => {
    const [limits, id] = [createLimits({ factor: 0 }), randomUUID()]
    const { allowed, seconds } = await exhaust(() => limits.countPictureUpload(id))
    expect(allowed).toBe(10)
    expectWait(seconds, day)
    expect(await listKeys()).toContain(`picture:${id}`)
    await expect(createLimits({ pool: lost.pool }).countPictureUpload(id)).rejects.not.toBeInstanceOf(Refusal)
  })
})

describe('mails to one address', () => {
  it.each([
    ['reset', 5, 20],
    ['code-without-reference', 2, 6],
  ])('of the kind %s are limited to %i an hour and %i a day', async (kind, hourly, daily) => {
    const [limits, email] = [createLimits({ factor: 0 }), `${randomUUID()}@home.example`]
    let sent = 0
    for (let hours = 0; hours < 6; hours += 1) {
      let inHour = 0
      while (inHour < 30 && (await limits.consumeMailQuota(kind, email))) inHour += 1
      sent += inHour
      expect(inHour).toBeLessThanOrEqual(hourly)
      const { rows } = await database.pool.query<{ key: string; seconds: number }>(
        `delete from rate_limits where key like 'mail-hour%' returning key, (expire / 1000.0)::float - $1 as seconds`,
        [Date.now() / 1_000],
      )
      expectWait(rows[0]?.seconds ?? 0, hour + 1)
      expect(rows[0]?.key).not.toContain(email)
    }
    expect(sent).toBe(daily)
    const { rows } = await database.pool.query(
      `delete from rate_limits where key like 'mail-day%' returning (expire / 1000.0)::float - $1 as seconds`,
      [Date.now() / 1_000],
    )
    expectWait(rows[0].seconds, day + 1)
  })

  it('are counted separately for each kind and address', async () => {
    const [limits, email] = [createLimits(), `${randomUUID()}@home.example`]
    for (let n = 0; n < 5; n += 1) expect(await limits.consumeMailQuota('reset', email)).toBe(true)
    expect(await limits.consumeMailQuota('reset', email)).toBe(false)
    expect(await limits.consumeMailQuota('other', email)).toBe(true)
    expect(await limits.consumeMailQuota('reset', `2${email}`)).toBe(true)
    await database.db.delete(rateLimits)
  })
})

describe('text messages to one number', () => {
  const number = () => `+23480${Math.floor(Math.random() * 1e8)}`
  const countUntilRefused = async (consume: () => Promise<boolean>) => {
    let sent = 0
    while (sent < 30 && (await consume())) sent += 1
    return sent
  }

  it('with codes are limited to 3 an hour and 8 a day', async () => {
    const [limits, to] = [createLimits({ factor: 0 }), number()]
    const inHours: number[] = []
    for (let hours = 0; hours < 5; hours += 1) {
      inHours.push(await countUntilRefused(() => limits.consumeSmsQuota('code', to)))
      const { rows } = await database.pool.query<{ key: string }>(
        `delete from rate_limits where key like 'sms-hour%' returning key`,
      )
      expect(rows[0]?.key).not.toContain(to)
    }
    expect(inHours.reduce((sum, sent) => sum + sent)).toBe(8)
    expect(Math.max(...inHours)).toBe(3)
    await database.db.delete(rateLimits)
  })

  it('are counted separately for each number, and apart from those that a known browser asks for', async () => {
    const [limits, to] = [createLimits(), number()]
    expect(await countUntilRefused(() => limits.consumeSmsQuota('code', to))).toBe(3)
    expect(await limits.consumeSmsQuota('code', `${to}1`)).toBe(true)
    expect(await countUntilRefused(() => limits.consumeSmsQuota('code-known-browser', to))).toBe(3)
    expect(await limits.consumeSmsQuota('consent', to)).toBe(true)
    await database.db.delete(rateLimits)
  })
})

describe('the back-off for attempts', () => {
  const rule = { freeAttempts: 3, initialMs: 1_000, maxMs: 5_000 }
  let now = new Date('2031-03-01T10:00:00Z')
  const after = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  const app = () => ({ db: database.db, clock: { now: () => now } })
  const attempt = (key: string, counted = rule) => waitAfter(countAttempt(app(), key, counted))
  const countOf = async (key: string) =>
    (await database.db.select().from(attemptBackoffs)).find((row) => row.key === key)?.count

  it('doubles the wait after each attempt up to the maximum, and does not count refused ones', async () => {
    const key = randomUUID()
    for (let n = 0; n < 3; n += 1) expect(await attempt(key)).toBe(0)
    for (const [at, seconds] of [1, 2, 4, 5, 5].entries()) {
      expect(await attempt(key)).toBe(seconds)
      after(1)
      expect(await attempt(key)).toBe(seconds)
      after(seconds * 1_000 - 2)
      expect(await attempt(key)).toBe(1)
      expect(await countOf(key)).toBe(3 + at)
      after(1)
      expect(await attempt(key)).toBe(0)
    }
    await expect(countAttempt(app(), key, rule, 'Please wait.')).rejects.toThrow('Please wait.')
    await expect(countAttempt(app(), key, rule)).rejects.not.toThrow('Please wait.')
  })

  it.each([
    [0, 1],
    [1, 1],
    [2, 0],
  ])('with %i free attempts makes the second one wait %i seconds', async (freeAttempts, seconds) => {
    const key = randomUUID()
    expect(await attempt(key, { ...rule, freeAttempts })).toBe(0)
    expect(await attempt(key, { ...rule, freeAttempts })).toBe(seconds)
  })

  it('counts in all counters or in none, and is reset for the named ones', async () => {
    const [free, used, third] = [randomUUID(), randomUUID(), randomUUID()]
    const counters = [free, used].map((key) => ({ key, rule }))
    for (let n = 0; n < 3; n += 1) await countAttempt(app(), used, rule)
    expect(await waitAfter(countAttemptInAll(app(), counters))).toBe(1)
    expect(await countOf(free)).toBeUndefined()
    after(1_000)
    expect(await waitAfter(countAttemptInAll(app(), counters))).toBe(0)
    expect([await countOf(free), await countOf(used)]).toEqual([1, 4])
    await countAttempt(app(), third, rule)
    await clearAttempts(app(), [free, used])
    expect([await countOf(free), await countOf(used), await countOf(third)]).toEqual([undefined, undefined, 1])
  })

  it('is forgotten a day after its end, or if its end is implausibly far away', async () => {
    const hours = (n: number, ms = 0) => now.getTime() + n * 3_600_000 + ms
    const ends = { stale: hours(-24, -1), ended: hours(-24), far: hours(8 * 24), wrong: hours(8 * 24, 1) }
    await database.db.delete(attemptBackoffs)
    await database.db.delete(rateLimits)
    for (const [key, end] of Object.entries(ends)) {
      await database.db.insert(attemptBackoffs).values({ key, count: 1, until: new Date(end) })
      await database.db.insert(rateLimits).values({ key, expire: end })
    }
    await deleteStaleAttempts(app())
    const keys = (rows: { key: string }[]) => rows.map(({ key }) => key).toSorted()
    expect(keys(await database.db.select().from(attemptBackoffs))).toEqual(['ended', 'far'])
    // Expired rate limit counters are deleted by their library.
    expect(keys(await database.db.select().from(rateLimits))).toEqual(['ended', 'far', 'stale'])
  })

  it('has keys that differ and reveal nothing', () => {
    const keys = [attemptKey('login', 'a@b.example'), attemptKey('login', 'a', '@b.example'), attemptKey('code')]
    expect(new Set(keys).size).toBe(3)
    expect(keys.join()).not.toContain('b.example')
    expect(attemptKey('login', 'a@b.example')).toBe(keys[0])
    expect(keys[0]).toMatch(/^login:/)
  })
})

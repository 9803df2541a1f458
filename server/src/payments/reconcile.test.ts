// Tests that payments are credited even without a webhook and without a request.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import {
  waitForPayment,
  eventRows,
  countPaymentJobs,
  loadEventKinds,
  makeBareStudent,
  paymentRow,
} from '../../test/payments.ts'
import { openPayment } from './open-payment.ts'
import { hasAccess } from './queries.ts'
import { reconcile } from './reconcile.ts'
import { waitFor } from '../../test/wait-for.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

/** Opens a payment and returns its reference. */
async function openOne(at: TestApp, method: 'checkout' | 'wallet' = 'checkout'): Promise<string> {
  const page = 'http://localhost:3000/student/payment'
  const studentId = await makeBareStudent(at)
  const opener = { studentId, by: 'student', method, callbackUrl: page, cancelUrl: page } as const
  return (await openPayment(at.app, opener)).reference
}

async function openMany(at: TestApp, count: number): Promise<string[]> {
  const references: string[] = []
  while (references.length < count) references.push(await openOne(at))
  return references
}

const payInSilence = (at: TestApp, reference: string) => at.provider.pay(reference, { messages: 'never' })

/** Returns how often the provider was asked about a payment. */
const asked = (at: TestApp, reference: string) =>
  at.provider.calls().filter((call) => call === `GET /transaction/verify/${reference}`).length

async function after(ms: number, at = t): Promise<void> {
  at.app.clock.advance(ms)
  await reconcile(at.app)
}

describe('an open payment', () => {
  it('P-16 is credited within a minute without a webhook and without a request', async () => {
    const reference = await openOne(t)
    await payInSilence(t, reference)
    await after(MINUTE_MS)
    const row = await paymentRow(t, reference)
    expect(row).toMatchObject({ state: 'succeeded', channel: 'card' })
    expect(await hasAccess(t.app.db, row.studentId)).toBe(true)
    expect(await countPaymentJobs(t, 'payment-receipts', row.id)).toBe(1)
    const credit = (await eventRows(t, reference)).find(({ kind }) => kind === 'succeeded')
    expect(credit).toMatchObject({ source: 'reconcile', amountKobo: 100_000 })
  })

  it('is asked about every minute at first, then every ten minutes, every hour after a day, and never in between', async () => {
    const reference = await openOne(t)
    await reconcile(t.app)
    expect(asked(t, reference)).toBe(0)
    for (let n = 1; n <= 3; n += 1) {
      await after(MINUTE_MS)
      await reconcile(t.app)
      expect(asked(t, reference)).toBe(n)
    }
    await after(20 * MINUTE_MS)
    expect(asked(t, reference)).toBe(4)
    await after(9 * MINUTE_MS)
    expect(asked(t, reference)).toBe(4)
    await after(MINUTE_MS)
    expect(asked(t, reference)).toBe(5)
    await after(DAY_MS)
    await after(59 * MINUTE_MS)
    expect(asked(t, reference)).toBe(6)
    await after(MINUTE_MS)
    expect(asked(t, reference)).toBe(7)
  })

  it.each(['decline', 'abandon'] as const)('is asked about after %s, and credited once it is paid', async (what) => {
    const reference = await openOne(t)
    await t.provider[what](reference)
    await after(MINUTE_MS)
    expect((await paymentRow(t, reference)).state).toBe(what === 'decline' ? 'failed' : 'abandoned')
    await payInSilence(t, reference)
    await after(MINUTE_MS)
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'succeeded' })
  })

  it('is neither credited nor abandoned if another amount arrived', async () => {
    const reference = await openOne(t)
    await t.provider.pay(reference, { amount: 100, messages: 'never' })
    await after(MINUTE_MS)
    await after(7 * DAY_MS)
    const row = await paymentRow(t, reference)
    expect(row).toMatchObject({ attention: 'mismatch', confirmedAt: null, nextAskAt: null })
    expect(await loadEventKinds(t, reference)).toEqual(['opened', 'mismatch'])
    expect(await hasAccess(t.app.db, row.studentId)).toBe(false)
  })
})

describe('an unpaid payment', () => {
  it('is abandoned after seven days and no longer asked about; a late webhook still credits it', async () => {
    const reference = await openOne(t)
    await after(7 * DAY_MS - MINUTE_MS)
    expect((await paymentRow(t, reference)).nextAskAt).not.toBeNull()
    await after(HOUR_MS)
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'abandoned', nextAskAt: null })
    const before = asked(t, reference)
    await after(DAY_MS)
    expect(asked(t, reference)).toBe(before)
    await t.provider.pay(reference)
    await waitForPayment(t, reference, { state: 'succeeded' })
  })

  it('is abandoned too if the provider has no record of it', async () => {
    const reference = await openOne(t, 'wallet')
    await after(MINUTE_MS)
    expect(await loadEventKinds(t, reference)).toEqual(['opened'])
    expect(asked(t, reference)).toBe(1)
    await after(7 * DAY_MS)
    expect(await loadEventKinds(t, reference)).toEqual(['opened', 'abandoned'])
    expect((await eventRows(t, reference)).at(-1)?.source).toBe('us')
  })
})

it('asks about each payment once, however many servers ask concurrently', async () => {
  const second = await startTestApp({}, t)
  try {
    const references = await openMany(t, 120)
    for (const reference of references.slice(0, 10)) await payInSilence(t, reference)
    t.app.clock.advance(MINUTE_MS)
    second.app.clock.set(t.app.clock.now())
    await Promise.all([t, second, t, second].map((server) => reconcile(server.app)))
    expect(references.map((reference) => asked(t, reference))).toEqual(references.map(() => 1))
    for (const reference of references.slice(0, 10)) expect((await paymentRow(t, reference)).state).toBe('succeeded')
  } finally {
    await second.close()
  }
})

it('continues with the others if one payment fails', async () => {
  const [broken = '', ...others] = await openMany(t, 7)
  await t.owner.query(
    `create trigger broken before update on payments for each row
     when (new.reference = '${broken}' and new.asked_at is not null) execute function refuse_change()`,
  )
  for (const reference of [broken, ...others]) await payInSilence(t, reference)
  await after(MINUTE_MS)
  for (const reference of others) expect((await paymentRow(t, reference)).state).toBe('succeeded')
  expect((await paymentRow(t, broken)).state).toBe('opened')
  await t.owner.query('drop trigger broken on payments')
  await after(MINUTE_MS)
  expect((await paymentRow(t, broken)).state).toBe('succeeded')
})

describe('a provider that is unavailable', () => {
  let away: TestApp
  beforeAll(async () => {
    away = await startTestApp()
  })
  afterAll(() => away.close())

  const states = (references: string[]) =>
    Promise.all(references.map(async (reference) => (await paymentRow(away, reference)).state))

  /** The client pauses for some seconds after several failures. */
  const untilAllArePaid = (references: string[]) =>
    waitFor(
      async () => {
        await after(MINUTE_MS, away)
        expect(new Set(await states(references))).toEqual(new Set(['succeeded']))
      },
      { interval: 500 },
    )

  it('is asked about a few payments and then left alone; none is lost, and all are credited when it is back', async () => {
    const references = await openMany(away, 30)
    for (const reference of references) await payInSilence(away, reference)
    away.provider.fault('error')
    const before = away.provider.calls().length
    await after(MINUTE_MS, away)
    const calls = away.provider.calls().slice(before)
    expect(new Set(calls).size).toBeLessThanOrEqual(5)
    expect(calls.length).toBeLessThanOrEqual(15)
    expect(new Set(await states(references))).toEqual(new Set(['opened']))
    const dueNow = await Promise.all(references.map((reference) => paymentRow(away, reference)))
    const isDue = dueNow.filter(({ nextAskAt }) => nextAskAt !== null && nextAskAt <= away.app.clock.now())
    // Payments that got no answer wait a minute; the others are due at once.
    expect(isDue).toHaveLength(25)
    away.provider.fault(undefined)
    await untilAllArePaid(references)
  })

  it('P-13 B-11 blocks no database connection while it hangs, and no run until it replies', async () => {
    const references = await openMany(away, 12)
    for (const reference of references) await payInSilence(away, reference)
    away.provider.fault('hang')
    const before = away.provider.calls().length
    const run = after(MINUTE_MS, away)
    await waitFor(() => expect(away.provider.calls().length).toBeGreaterThanOrEqual(before + 5))
    // The calls are still waiting.
    await waitFor(() => expect(away.app.pool.totalCount - away.app.pool.idleCount).toBe(0))
    await run
    away.provider.fault(undefined)
    await untilAllArePaid(references)
  })

  it('loses no payment that expired meanwhile: the payment is asked about once more when the provider is back', async () => {
    const [reference = ''] = await openMany(away, 1)
    await payInSilence(away, reference)
    away.provider.fault('error')
    await after(8 * DAY_MS, away)
    expect(await paymentRow(away, reference)).toMatchObject({ state: 'opened' })
    away.provider.fault(undefined)
    await waitFor(
      async () => {
        await after(HOUR_MS, away)
        expect((await paymentRow(away, reference)).state).toBe('succeeded')
      },
      { interval: 500 },
    )
  })
})

it('the job runs every minute, and the comparison at six in the morning in Lagos', async () => {
  const { rows } = await t.app.db.execute(
    sql`select name, cron, timezone from pgboss.schedule where name like '%-payments' order by name`,
  )
  expect(rows).toEqual([
    { name: 'compare-payments', cron: '0 6 * * *', timezone: 'Africa/Lagos' },
    { name: 'reconcile-payments', cron: '* * * * *', timezone: 'Africa/Lagos' },
  ])
})

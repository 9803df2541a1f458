// Tests the daily comparison against the sandbox's provider, which keeps its own list.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { addDays } from '@baobab/contract/kernel/days.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type ReceivedMail, type TestApp, openTestApp } from '../../test/harness.ts'
import { makeAdmin, makeAnotherAdmin, makePayment, unique, type MadeAdmin } from '../../test/factories.ts'
import { waitForPayment, eventRows, loadEventKinds, makeBareStudent, paymentRow } from '../../test/payments.ts'
import { askProvider } from './ask-provider.ts'
import { compareDay, enqueueComparisons } from './daily-comparison.ts'
import { openPayment } from './open-payment.ts'
import { ProviderUnavailableError } from '../platform/payment-provider/paystack.ts'
import { paymentComparisons, payments } from './tables.ts'
import { waitFor } from '../../test/wait-for.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** An owner, a finance admin, and a support admin who gets no mail about payments. */
let admins: MadeAdmin[]
const t = await openTestApp()
beforeAll(async () => {
  const first = await makeAdmin(t)
  admins = [first, await makeAnotherAdmin(t, first, 'finance'), await makeAnotherAdmin(t, first, 'support')]
})

/** Each test uses a different day after an empty one; the clock is at noon in Lagos. */
let day = '2027-03-01'
beforeEach(() => {
  day = addDays(day, 3)
  t.app.clock.set(new Date(`${day}T12:00:00+01:00`))
})

const nextMorning = (at = t) => at.app.clock.set(new Date(Date.parse(`${day}T06:00:00+01:00`) + DAY_MS))

/** Opens a payment that the reconciling job does not ask about. */
async function openOne(at = t): Promise<string> {
  const page = 'http://localhost:3000/student/payment'
  const studentId = await makeBareStudent(at)
  const opener = { studentId, by: 'student', method: 'checkout', callbackUrl: page, cancelUrl: page } as const
  const { reference } = await openPayment(at.app, opener)
  await at.app.db.update(payments).set({ nextAskAt: null }).where(eq(payments.reference, reference))
  return reference
}

async function payOne(at = t): Promise<string> {
  const reference = await openOne(at)
  await at.provider.pay(reference)
  await waitForPayment(at, reference, { state: 'succeeded' })
  return reference
}

async function comparisonOf(which = day, at = t) {
  const [row] = await at.app.db.select().from(paymentComparisons).where(eq(paymentComparisons.day, which))
  return row
}

async function compare(at = t) {
  nextMorning(at)
  await compareDay(at.app, { day })
  const row = await comparisonOf(day, at)
  if (!row) throw new Error('no comparison was written')
  return row
}

/** Returns the mails to each admin once no more are queued. Each server has its own mailbox. */
async function mailsToAll(servers = [t]): Promise<ReceivedMail[][]> {
  await waitFor(async () => {
    const { rows } = await t.app.db.execute(
      sql`select 1 from pgboss.job where name = 'payment-comparison-mails' and state in ('created', 'retry', 'active')`,
    )
    expect(rows).toEqual([])
  })
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
  const mailsOf = async (email: string, { http }: TestApp) => {
    const reply = await http.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(email)}`)
    return reply.json<ReceivedMail[]>().filter(({ subject }) => subject === `Please check the payments on ${words}`)
  }
  return Promise.all(
    admins.map(async ({ email }) => (await Promise.all(servers.map((server) => mailsOf(email, server)))).flat()),
  )
}

describe('a day that is the same on both sides', () => {
  it('is stored with its sums, and no mail is sent', async () => {
    await payOne()
    await payOne()
    const same = { ourCount: 2, ourKobo: 200_000, theirCount: 2, theirKobo: 200_000 }
    expect(await compare()).toMatchObject({ day, ...same, differences: [], isReported: false })
    expect(await mailsToAll()).toEqual([[], [], []])
  })

  it('may have no payments at all', async () => {
    expect(await compare()).toMatchObject({ ourCount: 0, theirCount: 0, differences: [] })
  })

  it('may include payments whose payers bore the fees', async () => {
    const reference = await openOne()
    await t.provider.pay(reference, { bearer: 'customer' })
    await waitForPayment(t, reference, { state: 'succeeded' })
    expect(await compare()).toMatchObject({ ourKobo: 100_000, theirKobo: 100_000, differences: [] })
  })

  it('may include a payment opened days before, which the list leaves out', async () => {
    const reference = await openOne()
    t.app.clock.advance(2 * DAY_MS)
    day = addDays(day, 2)
    await t.provider.pay(reference)
    await waitForPayment(t, reference, { state: 'succeeded' })
    expect(await compare()).toMatchObject({ ourCount: 1, theirCount: 1, theirKobo: 100_000, differences: [] })
  })
})

describe('a missed payment', () => {
  it('is credited after asking the provider, and every owner and finance admin is mailed once, however often the day is compared', async () => {
    const reference = await openOne()
    await t.provider.pay(reference, { messages: 'never' })
    const second = await startTestApp({}, t)
    try {
      nextMorning()
      nextMorning(second)
      await Promise.all([t, second, t].map((server) => compareDay(server.app, { day })))
      const sums = { ourCount: 1, ourKobo: 100_000, theirCount: 1, theirKobo: 100_000 }
      expect(await compare()).toMatchObject({ ...sums, differences: [{ reference, what: 'missed' }], isReported: true })
      const credits = (await eventRows(t, reference)).filter(({ kind }) => kind === 'succeeded')
      expect(credits.map(({ source }) => source)).toEqual(['compare'])
      const mails = await mailsToAll([t, second])
      expect(mails.map((each) => each.length)).toEqual([1, 1, 0])
      const words = mails[0]?.[0]?.text
      expect(words).toContain(reference)
      expect(words).toContain('Ours: 1 payment, ₦1,000\n')
      expect(words).toContain('/admin/payments')
    } finally {
      await second.close()
    }
  })

  it('is reported even if the server crashed between crediting and reporting it', async () => {
    const reference = await openOne()
    await t.provider.pay(reference, { messages: 'never' })
    nextMorning()
    await askProvider(t.app, await paymentRow(t, reference), 'compare')
    expect((await compare()).differences).toEqual([{ reference, what: 'missed' }])
  })

  it('is found if it was paid the day before, and is not reported again the next day', async () => {
    const reference = await openOne()
    await t.provider.pay(reference, { messages: 'never' })
    day = addDays(day, 1)
    expect((await compare()).differences).toEqual([{ reference, what: 'missed' }])
    expect((await paymentRow(t, reference)).state).toBe('succeeded')
    day = addDays(day, 1)
    expect((await compare()).differences).toEqual([])
  })
})

describe('a difference', () => {
  it('in the amount credits nothing and is mailed', async () => {
    const reference = await openOne()
    await t.provider.pay(reference, { amount: 100, messages: 'never' })
    expect(await compare()).toMatchObject({ ourCount: 0, theirKobo: 100, differences: [{ reference, what: 'amount' }] })
    expect(await paymentRow(t, reference)).toMatchObject({ attention: 'mismatch', confirmedAt: null })
    expect((await mailsToAll()).map((each) => each.length)).toEqual([1, 1, 0])
  })

  it('is reported if the provider has no record of a payment', async () => {
    const { reference } = await makePayment(t, { studentId: await makeBareStudent(t), kinds: ['succeeded'] })
    expect((await compare()).differences).toEqual([{ reference, what: 'not-theirs' }])
    expect((await mailsToAll()).map((each) => each.length)).toEqual([1, 1, 0])
  })

  it('that is only another use of the merchant account is stored but not mailed, whichever page lists it', async () => {
    for (let n = 0; n < 205; n += 1) {
      const reference = `${unique('shop')}-${n}`
      await t.provider.open({ reference, email: 'buyer@shop.example', amount: 5_000 })
      await t.provider.pay(reference, { messages: 'never' })
    }
    const before = t.provider.calls().length
    const found = await compare()
    expect(t.provider.calls().slice(before)).toEqual(['GET /transaction', 'GET /transaction', 'GET /transaction'])
    expect(found).toMatchObject({ ourCount: 0, theirCount: 205, theirKobo: 205 * 5_000, isReported: false })
    expect(new Set(found.differences.map(({ what }) => what))).toEqual(new Set(['unknown']))
    expect(found.differences).toHaveLength(205)
    expect(await mailsToAll()).toEqual([[], [], []])
  })
})

describe('an unreadable listed transaction', () => {
  it('does not fail the comparison: it is reported with a shortened reference, and a missed payment in the same list is credited', async () => {
    const missed = await openOne()
    await t.provider.pay(missed, { messages: 'never' })
    const reference = unique('shop').padEnd(101, '-')
    await t.provider.open({ reference, email: 'buyer@shop.example', amount: 5_000 })
    await t.provider.pay(reference, { messages: 'never' })
    const found = await compare()
    expect(found.differences).toEqual([
      { reference: missed, what: 'missed' },
      { reference: reference.slice(0, 100), what: 'unknown' },
    ])
    expect(found).toMatchObject({ ourCount: 1, theirCount: 1, isReported: true })
    expect(await paymentRow(t, missed)).toMatchObject({ state: 'succeeded' })
    t.app.clock.advance(DAY_MS)
    await compareDay(t.app, { day: addDays(day, 1) })
    const next = await comparisonOf(addDays(day, 1))
    expect(next?.differences).toEqual([])
  })
})

describe('refunded money', () => {
  it('is not a difference', async () => {
    const reference = await payOne()
    await t.provider.refund(reference)
    await waitForPayment(t, reference, { state: 'refunded' })
    expect(await compare()).toMatchObject({ ourCount: 0, theirCount: 0, differences: [] })
  })

  it('is found if the webhook was lost', async () => {
    const reference = await payOne()
    t.provider.messages = 'never'
    await t.provider.refund(reference)
    t.provider.messages = 'at-once'
    expect(await compare()).toMatchObject({ ourCount: 0, theirCount: 0, differences: [] })
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'refunded' })
    expect(await loadEventKinds(t, reference)).toEqual(['opened', 'succeeded', 'refunded'])
  })

  it('is not a difference if only part was refunded', async () => {
    const reference = await payOne()
    await t.provider.refund(reference, 40_000)
    await waitFor(async () => expect(await loadEventKinds(t, reference)).toContain('refunded'))
    expect(await compare()).toMatchObject({ ourCount: 1, differences: [] })
    expect((await paymentRow(t, reference)).state).toBe('succeeded')
  })
})

describe('at six in the morning', () => {
  let other: TestApp
  beforeAll(async () => {
    other = await startTestApp()
  })
  afterAll(() => other.close())

  const daysCompared = async () =>
    (await other.app.db.select({ day: paymentComparisons.day }).from(paymentComparisons))
      .map((row) => row.day)
      .toSorted()

  it('yesterday and every day of the last week without a comparison are compared', async () => {
    other.app.clock.set(new Date('2027-05-10T06:00:00+01:00'))
    await enqueueComparisons(other.app)
    await waitFor(async () => expect(await daysCompared()).toEqual(['2027-05-09']))
    await openOne(other)
    other.app.clock.set(new Date('2027-05-13T06:00:00+01:00'))
    await enqueueComparisons(other.app)
    const found = ['2027-05-09', '2027-05-10', '2027-05-11', '2027-05-12']
    await waitFor(async () => expect(await daysCompared()).toEqual(found))
    other.app.clock.set(new Date('2027-06-13T06:00:00+01:00'))
    await enqueueComparisons(other.app)
    await waitFor(async () => expect(await daysCompared()).toHaveLength(11))
    const { rows } = await other.app.db.execute(sql`
      select data ->> 'day' as day from pgboss.job where name = 'payment-comparisons' and data ->> 'day' > '2027-06'
      order by 1`)
    expect(rows.map((row) => row['day'])).toEqual(
      [6, 7, 8, 9, 10, 11, 12].map((n) => `2027-06-${String(n).padStart(2, '0')}`),
    )
  })

  it.each(['error', 'hang', 'garbage'] as const)(
    'a provider that replies with %s causes no report, and the day is compared later',
    async (fault) => {
      const reference = await payOne(other)
      const today = lagosDate(other.app.clock.now())
      other.app.clock.advance(DAY_MS)
      other.provider.fault(fault)
      await expect(compareDay(other.app, { day: today })).rejects.toThrow(ProviderUnavailableError)
      expect(await comparisonOf(today, other)).toBeUndefined()
      other.provider.fault(undefined)
      await waitFor(() => compareDay(other.app, { day: today }), { interval: 500 })
      expect((await comparisonOf(today, other))?.differences).toEqual([])
      await other.app.db.delete(paymentComparisons).where(inArray(paymentComparisons.day, [today]))
      expect((await paymentRow(other, reference)).state).toBe('succeeded')
      other.app.clock.advance(MINUTE_MS)
    },
  )
})

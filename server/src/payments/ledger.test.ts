// Tests the ledger with the real actions on a real database: the order and number of reports do not matter, and stored events
// are never changed.
import fc from 'fast-check'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { PRICE } from '../../test/ledger-events.ts'
import { makePayment } from '../../test/factories.ts'
import {
  eventRows,
  countPaymentJobs,
  makeBareStudent,
  paymentNotifications,
  paymentRow,
  webhooks,
} from '../../test/payments.ts'
import { openScriptedProvider, transaction, type ScriptedProvider } from '../../test/scripted-provider.ts'
import { askProvider } from './ask-provider.ts'
import { hasAccessSql, hasAccess, type PaymentRow } from './queries.ts'
import { recordEvents } from './record-events.ts'
import { deriveState, grantsAccess, toEvent, toFinding, type LedgerEvent } from './rules.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { payments } from './tables.ts'

let t: TestApp
let provider: ScriptedProvider
beforeAll(async () => {
  provider = await openScriptedProvider()
  t = await startTestApp(provider.settings)
})
afterAll(async () => {
  await t.close()
  provider.close()
})

/** A reply or webhook about a payment, and the events that it causes. */
type Happening = { name: string; means: LedgerEvent[] } & (
  | { answer: object }
  | { message: string; data: (reference: string) => object }
)

const event = (kind: string, key = '', amountKobo: number | null = null): LedgerEvent => ({ kind, key, amountKobo })
const answered = (status: string, kind: string): Happening => ({
  name: `verify says ${status}`,
  answer: { status },
  means: [event(kind)],
})
const refund = (id: string, amount: number): Happening => ({
  name: `refund ${id} of ${amount}`,
  message: 'refund.processed',
  data: (reference) => ({
    transaction_reference: reference,
    refund_reference: id,
    amount: String(amount),
    domain: 'live',
  }),
  means: [event('refunded', id, amount)],
})
const dispute = (id: number, what: 'create' | 'remind'): Happening => ({
  name: `dispute ${id} ${what}`,
  message: `charge.dispute.${what}`,
  data: (reference) => ({ id, status: what, domain: 'live', transaction: { reference } }),
  means: [event('disputed', String(id))],
})
const resolution = (id: number, isLost: boolean, amount: number): Happening => ({
  name: `dispute ${id} ${isLost ? `lost with ${amount}` : 'won'}`,
  message: 'charge.dispute.resolve',
  data: (reference) => ({
    id,
    status: 'resolved',
    resolution: isLost ? 'merchant-accepted' : 'declined',
    refund_amount: amount,
    domain: 'live',
    transaction: { reference },
  }),
  means: [isLost ? event('dispute_lost', String(id), amount) : event('dispute_won', String(id))],
})

const happenings: Happening[] = [
  answered('abandoned', 'abandoned'),
  answered('failed', 'failed'),
  answered('pending', 'pending'),
  answered('success', 'succeeded'),
  {
    name: 'verify says another amount',
    answer: { requested_amount: 100 },
    means: [event('mismatch', 'amount 100', 100)],
  },
  {
    name: 'verify says another currency',
    answer: { currency: 'GHS' },
    means: [event('mismatch', 'currency GHS', PRICE)],
  },
  refund('r1', 40_000),
  refund('r2', 60_000),
  dispute(1, 'create'),
  dispute(1, 'remind'),
  dispute(2, 'create'),
  resolution(1, false, PRICE),
  resolution(2, true, 40_000),
  resolution(2, true, PRICE),
  {
    name: 'a webhook that changes nothing',
    message: 'refund.pending',
    data: (reference) => ({ transaction_reference: reference, amount: '1' }),
    means: [],
  },
]

const happening = fc.constantFrom(...happenings).map((one) => ({ ...one, toString: () => one.name }))
const order = fc.tuple(
  fc.uniqueArray(happening, { maxLength: 7, selector: ({ name }) => name }),
  fc.infiniteStream(fc.nat()),
)
/** A set of happenings, and two sequences in which each occurs at least once. */
const eventOrders = order.map(([set, numbers]) => {
  const pick = () => numbers.next().value ?? 0
  const shuffled = () => {
    const all = set.flatMap((one) => Array<(typeof set)[number]>(1 + (pick() % 2)).fill(one))
    return all
      .map((one) => ({ one, at: pick() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one)
  }
  return { set, orders: [shuffled(), shuffled()] as const }
})

async function record(payment: PaymentRow, one: Happening): Promise<void> {
  if ('answer' in one) {
    provider.setTransaction(payment.reference, transaction(payment.reference, one.answer))
    await askProvider(t.app, payment, 'verify')
    return
  }
  const body = Buffer.from(JSON.stringify({ event: one.message, data: one.data(payment.reference) }))
  await receiveWebhook(t.app, body, webhooks(t).sign(body, provider.settings.PAYSTACK_SECRET_KEY))
}

/** Does the same without calling the provider, so that many events can be recorded concurrently. */
async function tellAtOnce(payment: PaymentRow, one: Happening): Promise<void> {
  if (!('answer' in one)) return record(payment, one)
  const found = {
    id: '1',
    status: 'success',
    reference: payment.reference,
    amountKobo: PRICE,
    currency: 'NGN',
    domain: 'live',
  }
  const { requested_amount: amountKobo = PRICE, ...answer } = one.answer as { requested_amount?: number }
  const finding = toFinding(payment, { ...found, paidAt: null, channel: null, ...answer, amountKobo }, 'live')
  await recordEvents(t.app, { paymentId: payment.id, source: 'verify', events: finding ? [toEvent(finding)] : [] })
}

const openOne = async () => makePayment(t, { studentId: await makeBareStudent(t) })

async function outcomeOf({ reference, studentId }: PaymentRow) {
  const { state, attention } = await paymentRow(t, reference)
  return { state, attention, isPaid: await hasAccess(t.app.db, studentId) }
}

/** Computes a set's outcome from the rules alone, without a database. */
function expected(set: readonly Happening[]) {
  const events = [...new Map(set.flatMap(({ means }) => means).map((one) => [`${one.kind} ${one.key}`, one])).values()]
  const state = deriveState(events, PRICE)
  return {
    state,
    isPaid: grantsAccess({ state, confirmedAt: events.some(({ kind }) => kind === 'succeeded') ? new Date() : null }),
  }
}

describe('a payment', () => {
  it('ends in the state that its events imply, in any order or repetition', async () => {
    await fc.assert(
      fc.asyncProperty(eventOrders, async ({ set, orders }) => {
        fc.pre(!isAmbiguous(set))
        const outcomes = []
        for (const happened of orders) {
          const payment = await openOne()
          for (const one of happened) await record(await paymentRow(t, payment.reference), one)
          outcomes.push(await outcomeOf(payment))
        }
        expect(outcomes[1]).toEqual(outcomes[0])
        expect(outcomes[0]).toMatchObject(expected(set))
      }),
      { numRuns: 60 },
    )
  })

  it('ends in the same state if all events are recorded concurrently', async () => {
    await fc.assert(
      fc.asyncProperty(eventOrders, async ({ set, orders }) => {
        fc.pre(!isAmbiguous(set))
        const payment = await openOne()
        await Promise.all([...orders[0], ...orders[1]].map((one) => tellAtOnce(payment, one)))
        expect(await outcomeOf(payment)).toMatchObject(expected(set))
        const rows = await eventRows(t, payment.reference)
        expect(new Set(rows.map(({ kind, key }) => `${kind} ${key}`)).size).toBe(rows.length)
        expect(await countPaymentJobs(t, 'payment-receipts', payment.id)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 40 },
    )
  })

  it('can be recomputed from its events alone', async () => {
    const payment = await openOne()
    for (const one of happenings.slice(0, 8)) await record(await paymentRow(t, payment.reference), one)
    const rows = await eventRows(t, payment.reference)
    expect(deriveState(rows, payment.amountKobo)).toBe((await paymentRow(t, payment.reference)).state)
    expect(rows.map(({ source }) => source)).toEqual(expect.arrayContaining(['verify', 'webhook']))
  })
})

/** Whether a set contains one dispute that is lost with two amounts: the one recorded first would count. */
function isAmbiguous(set: readonly Happening[]): boolean {
  return set.filter(({ name }) => name.startsWith('dispute 2 lost')).length > 1
}

describe('a change’s side effects', () => {
  it('are one receipt and one notification, however often the success is reported', async () => {
    const payment = await openOne()
    const succeed = () =>
      recordEvents(t.app, { paymentId: payment.id, source: 'verify', events: [{ kind: 'succeeded' }] })
    await Promise.all(Array.from({ length: 8 }, succeed))
    expect(await countPaymentJobs(t, 'payment-receipts', payment.id)).toBe(1)
    expect(await paymentNotifications(t, payment.studentId)).toEqual(['We got your payment'])
  })

  it('include no thanks for money that was refunded before we knew of it', async () => {
    const payment = await openOne()
    const events = [{ kind: 'refunded', key: 'r' }] as const
    await recordEvents(t.app, { paymentId: payment.id, source: 'webhook', events })
    await recordEvents(t.app, { paymentId: payment.id, source: 'verify', events: [{ kind: 'succeeded' }] })
    expect(await paymentRow(t, payment.reference)).toMatchObject({ state: 'refunded', attention: null })
    expect(await countPaymentJobs(t, 'payment-receipts', payment.id)).toBe(0)
    expect(await paymentNotifications(t, payment.studentId)).toEqual(['Your payment was refunded'])
  })

  it('are one alert to the admins per problem', async () => {
    const payment = await openOne()
    const dispute = (kind: 'disputed' | 'dispute_won', key: string) =>
      recordEvents(t.app, { paymentId: payment.id, source: 'webhook', events: [{ kind, key }] })
    await recordEvents(t.app, { paymentId: payment.id, source: 'verify', events: [{ kind: 'succeeded' }] })
    await dispute('disputed', '1')
    await dispute('disputed', '2')
    expect(await countPaymentJobs(t, 'payment-alerts', payment.id)).toBe(1)
    await dispute('dispute_won', '1')
    await dispute('dispute_won', '2')
    await dispute('disputed', '3')
    expect(await countPaymentJobs(t, 'payment-alerts', payment.id)).toBe(2)
  })
})

describe('two payments of one student', () => {
  const succeed = (payment: PaymentRow) =>
    recordEvents(t.app, { paymentId: payment.id, source: 'verify', events: [{ kind: 'succeeded' }] })
  const look = (payment: PaymentRow) => recordEvents(t.app, { paymentId: payment.id, source: 'us', events: [] })

  it('confirmed in the same millisecond keep their order whenever one is recomputed', async () => {
    for (let round = 0; round < 6; round += 1) {
      const studentId = await makeBareStudent(t)
      const [first, second] = [await makePayment(t, { studentId }), await makePayment(t, { studentId })]
      await succeed(first)
      await succeed(second)
      const { confirmedAt } = await paymentRow(t, first.reference)
      await t.app.db.update(payments).set({ confirmedAt }).where(eq(payments.id, second.id))
      expect([await look(second), await look(first), await look(second)]).toMatchObject([
        { attention: 'refund-due' },
        { attention: null },
        { attention: 'refund-due' },
      ])
    }
  })
})

describe('a dispute over money that was never confirmed', () => {
  it('grants no access, and the provider is asked until its success is known', async () => {
    const payment = await openOne()
    const disputed = { paymentId: payment.id, source: 'webhook', events: [{ kind: 'disputed', key: '1' }] } as const
    expect(await recordEvents(t.app, disputed)).toMatchObject({ state: 'disputed', nextAskAt: expect.any(Date) })
    expect(await hasAccess(t.app.db, payment.studentId)).toBe(false)
    provider.setTransaction(payment.reference, transaction(payment.reference))
    await askProvider(t.app, await paymentRow(t, payment.reference), 'reconcile')
    expect(await paymentRow(t, payment.reference)).toMatchObject({ state: 'disputed', confirmedAt: expect.any(Date) })
    expect(await hasAccess(t.app.db, payment.studentId)).toBe(true)
  })
})

describe('an odd reply from the provider', () => {
  it.each<[string, object, string | null]>([
    ['an amount too large for its column', { requested_amount: 5_000_000_000 }, 'mismatch'],
    ['an amount as a string', { requested_amount: '100000' }, null],
    ['no requested amount', { requested_amount: null }, null],
    ['an extremely long currency', { currency: 'N'.repeat(100_000) }, 'unknown'],
    ['a currency with a NUL character', { currency: 'NG\u0000' }, 'unknown'],
    ['half a kobo', { requested_amount: 1.5, amount: 0.5 }, 'unknown'],
    ['a negative amount', { requested_amount: null, amount: -100_000 }, 'unknown'],
    ['a channel with a NUL character', { channel: 'ca\u0000rd' }, null],
    ['an invalid date', { paid_at: 'yesterday' }, null],
    ['an id as a string', { id: '77' }, null],
    ['an unknown status', { status: 'won' }, 'opened'],
    ['another reference', { reference: 'of-somebody-else' }, 'mismatch'],
  ])('with %s breaks nothing and credits no one wrongly', async (_, changes, trouble) => {
    const payment = await openOne()
    provider.setTransaction(payment.reference, transaction(payment.reference, changes))
    const { isAnswered } = await askProvider(t.app, payment, 'verify')
    const outcome = await outcomeOf(payment)
    expect(isAnswered).toBe(trouble !== 'unknown')
    expect(outcome.isPaid).toBe(trouble === null)
    expect(outcome.attention).toBe(trouble === 'mismatch' ? 'mismatch' : null)
  })
})

describe('the ledger', () => {
  it.each(["update payment_events set kind = 'succeeded'", 'delete from payment_events', 'truncate payment_events'])(
    'is append-only: %s fails',
    async (statement) => {
      await openOne()
      await expect(t.app.pool.query(statement)).rejects.toThrow('permission denied')
      await expect(t.owner.query(statement)).rejects.toThrow('is append-only')
    },
  )

  it('has an index that serves the access check', async () => {
    const studentId = await makeBareStudent(t)
    const plan = await t.app.db.transaction(async (tx) => {
      // The table is small, so the plan shows only that the query can use the index.
      await tx.execute(sql`set local enable_seqscan = off`)
      return tx.execute<{ 'QUERY PLAN': string }>(sql`explain select ${hasAccessSql(sql`${studentId}::uuid`)}`)
    })
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('payments_paid')
  })
})

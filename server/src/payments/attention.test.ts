// Tests that whether a payment needs an admin depends on the set of its events, not on the order in which they were reported.
import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../test/harness.ts'
import { makePayment } from '../../test/factories.ts'
import {
  countPaymentJobs,
  loadEventKinds,
  makeBareStudent,
  paymentNotifications,
  paymentRow,
} from '../../test/payments.ts'
import { students } from '../accounts/tables.ts'
import type { PaymentRow } from './queries.ts'
import { recordEvents, type NewEvent } from './record-events.ts'

const t = await openTestApp()

const record = ({ id }: PaymentRow, ...events: NewEvent[]) =>
  recordEvents(t.app, { paymentId: id, source: 'webhook', events })
const succeeded = { kind: 'succeeded' } as const
const disputed = { kind: 'disputed', key: '1' } as const
const won = { kind: 'dispute_won', key: '1' } as const
async function erase(studentId: string): Promise<void> {
  t.app.clock.advance(1_000)
  await t.app.db.update(students).set({ erasedAt: t.app.clock.now() }).where(eq(students.id, studentId))
  t.app.clock.advance(1_000)
}

/** Surplus payments, for different reasons. */
const surplus = {
  async 'a second one'() {
    const studentId = await makeBareStudent(t)
    await makePayment(t, { studentId, kinds: ['succeeded'] })
    return makePayment(t, { studentId })
  },
  async 'one of an account that is gone'() {
    const payment = await makePayment(t, { studentId: await makeBareStudent(t) })
    await erase(payment.studentId)
    return payment
  },
}
const kinds = Object.keys(surplus) as (keyof typeof surplus)[]

describe.each(kinds)('%s', (kind) => {
  it('is due for a refund once its dispute is won, even if the dispute was reported first', async () => {
    for (const order of [
      [succeeded, disputed, won],
      [disputed, succeeded, won],
      [won, disputed, succeeded],
    ]) {
      const payment = await surplus[kind]()
      for (const event of order) await record(payment, event)
      expect(await record(payment)).toMatchObject({ state: 'succeeded', attention: 'refund-due' })
      expect(await loadEventKinds(t, payment.reference)).toContain('refund_due')
    }
  })

  it('needs the same attention in any order of events', async () => {
    const events: NewEvent[] = [
      succeeded,
      disputed,
      won,
      { kind: 'dispute_lost', key: '2', amountKobo: 40_000 },
      { kind: 'disputed', key: '3' },
      { kind: 'refunded', key: 'a', amountKobo: 60_000 },
      { kind: 'refunded', key: 'note b', amountKobo: 60_000 },
      { kind: 'refund_unclear', key: 'c' },
      { kind: 'mismatch', key: 'amount 5', amountKobo: 5 },
      { kind: 'failed' },
    ]
    const eventOrders = fc
      .shuffledSubarray(events)
      .chain((first) =>
        fc.tuple(fc.constant(first), fc.shuffledSubarray(first, { minLength: first.length, maxLength: first.length })),
      )
    await fc.assert(
      fc.asyncProperty(eventOrders, async (orders) => {
        const outcomes = []
        for (const order of orders) {
          const payment = await surplus[kind]()
          for (const event of order) await record(payment, event)
          const { state, attention, refundedKobo } = await paymentRow(t, payment.reference)
          outcomes.push({ state, attention, refundedKobo })
          expect(await record(payment)).toMatchObject({ state, attention, refundedKobo })
        }
        expect(outcomes[1]).toEqual(outcomes[0])
      }),
      { numRuns: 10 },
    )
  })
})

it('a second payment that is disputed when it is confirmed is reported as paid twice, not as arrived', async () => {
  const payment = await surplus['a second one']()
  await record(payment, disputed)
  await record(payment, succeeded)
  expect(await paymentRow(t, payment.reference)).toMatchObject({ state: 'disputed', attention: 'disputed' })
  expect(await paymentNotifications(t, payment.studentId)).toEqual(['We got your payment', 'You have paid twice'])
  expect(await countPaymentJobs(t, 'payment-alerts', payment.id)).toBe(1)
  await record(payment, won)
  expect(await countPaymentJobs(t, 'payment-alerts', payment.id)).toBe(2)
})

it('a payment made before the account was erased is kept, even if it was surplus for a while', async () => {
  const studentId = await makeBareStudent(t)
  const [first, second] = [await makePayment(t, { studentId }), await makePayment(t, { studentId })]
  await record(first, succeeded)
  await record(second, succeeded)
  await record(first, { kind: 'refunded', key: 'a' })
  expect(await paymentRow(t, second.reference)).toMatchObject({ attention: null })
  await erase(studentId)
  expect(await record(second, disputed)).toMatchObject({ attention: 'disputed' })
  expect(await record(second, won)).toMatchObject({ state: 'succeeded', attention: null })
})

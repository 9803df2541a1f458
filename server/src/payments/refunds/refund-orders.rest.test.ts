// Tests that a refund ends the same in any order of webhooks, repeated webhooks and checks, and never counts for more than was paid.
import { randomUUID } from 'node:crypto'
import { askRefund } from '@baobab/contract/payments/refunds.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeAdmin, makeStudent, stayReauthenticated } from '../../../test/factories.ts'
import { openStillTestApp } from '../../../test/harness.ts'
import { paymentCalls, paymentNotifications, paymentRow } from '../../../test/payments.ts'
import { createReader } from '../../platform/data-check.ts'
import { paymentCheck } from '../payment-checks.ts'
import { followRefunds } from './follow-refunds.ts'
import { listRefunds } from './queries.ts'
import { refundCheck } from './refund-check.ts'

const t = await openStillTestApp()
const admin = await makeAdmin(t)
const student = await makeStudent(t)

/** Opens a payment, asks for a refund that the provider has made, and returns what can still be reported about it. */
async function openRefunded(amountKobo: number) {
  t.provider.messages = 'never'
  const studentId = student.id
  const { reference } = await paymentCalls(t).open(student)
  await t.provider.pay(reference)
  await paymentCalls(t).verify(student, reference)
  await stayReauthenticated(t)
  const body = { key: randomUUID(), amountKobo, reason: 'payer-asked' } as const
  await t.as(admin.token)(askRefund, { params: { reference }, body })
  const { id } = await paymentRow(t, reference)
  const steps = [
    () => t.provider.send(reference, 'refund.pending'),
    () => t.provider.send(reference, 'refund.processed'),
    () => t.provider.send(reference, 'refund.processed', 2),
    () => t.provider.send(reference, 'refund.failed'),
    async () => {
      t.app.clock.advance(1_000)
      await followRefunds(t.app, id)
    },
  ]
  return { id, studentId, reference, steps }
}

it('in any order, a refund of everything counts once, ends the payment, and is told once', async () => {
  const orders = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 })
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const before = (await paymentNotifications(t, student.id)).length
      const { id, reference, steps } = await openRefunded(100_000)
      for (const step of order) await steps[step]?.()
      expect(await paymentRow(t, reference)).toMatchObject({
        state: 'refunded',
        refundedKobo: 100_000,
        attention: null,
      })
      expect(await listRefunds(t.app.db, id)).toMatchObject([{ state: 'processed' }])
      // One says that it was paid, the other that it was refunded.
      expect(await paymentNotifications(t, student.id)).toHaveLength(before + 2)
    }),
    { numRuns: 8 },
  )
})

it('reported by everybody at once, a partial refund counts once', async () => {
  const { id, reference, steps } = await openRefunded(40_000)
  await Promise.all([...steps, ...steps].map((step) => step()))
  t.app.clock.advance(1_000)
  await followRefunds(t.app, id)
  expect(await paymentRow(t, reference)).toMatchObject({ state: 'succeeded', refundedKobo: 40_000, attention: null })
  expect(await listRefunds(t.app.db, id)).toMatchObject([{ state: 'processed' }])
})

it('afterwards the check of the database finds nothing wrong', async () => {
  const client = await t.owner.connect()
  try {
    await client.query('begin')
    const reader = createReader(client, {})
    const found = []
    for (const check of [paymentCheck, refundCheck])
      for await (const broken of check.find(reader, t.app.files)) found.push(broken)
    expect(found).toEqual([])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

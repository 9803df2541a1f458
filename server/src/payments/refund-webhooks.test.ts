// Tests ambiguous webhooks about refunds and disputes.
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '../../test/harness.ts'
import { makePayment } from '../../test/factories.ts'
import {
  eventRows,
  countPaymentJobs,
  loadEventKinds,
  makeBareStudent,
  paymentRow,
  webhooks,
} from '../../test/payments.ts'
import { hasAccess, type PaymentRow } from './queries.ts'

let payment: PaymentRow
const t = await openTestApp()
beforeEach(async () => {
  payment = await makePayment(t, { studentId: await makeBareStudent(t), kinds: ['succeeded'] })
})

const row = () => paymentRow(t, payment.reference)
const isOpen = () => hasAccess(t.app.db, payment.studentId)
async function sendWebhook(event: string, data: object): Promise<void> {
  expect(await webhooks(t).deliver(event, { domain: 'test', ...data })).toMatchObject({ status: 200 })
}
const refund = (data: object) =>
  sendWebhook('refund.processed', { transaction_reference: payment.reference, status: 'processed', ...data })

describe('a reported refund', () => {
  it.each([
    ['with an amount that is not a number', { amount: 'all' }],
    ['with a fraction of a kobo', { amount: '400.50' }],
    ['with a negative amount', { amount: -40_000 }],
    ['with an amount too large for its column', { amount: 9e15 }],
    ['with an amount of null', { amount: null }],
    ['without an amount', {}],
  ])('%s is stored, changes nothing, and needs an admin', async (_, data) => {
    await refund({ refund_reference: 'odd', ...data })
    expect(await row()).toMatchObject({ state: 'succeeded', attention: 'refund-unclear', refundedKobo: 0 })
    expect(await loadEventKinds(t, payment.reference)).toEqual(['opened', 'succeeded', 'refund_unclear'])
    expect(await isOpen()).toBe(true)
    expect(await countPaymentJobs(t, 'payment-alerts', payment.id)).toBe(1)
  })

  it('without an id counts as one refund if its bytes are the same, and as two if they differ', async () => {
    const part = { amount: '40000', at: '2026-03-01T08:00:00Z' }
    for (let n = 0; n < 3; n += 1) await refund(part)
    expect(await row()).toMatchObject({ state: 'succeeded', refundedKobo: 40_000 })
    await refund({ ...part, at: '2026-03-02T08:00:00Z' })
    expect(await row()).toMatchObject({ state: 'succeeded', refundedKobo: 80_000 })
    await refund({ amount: '20000' })
    expect(await row()).toMatchObject({ state: 'refunded', refundedKobo: 100_000 })
    const messages = (await eventRows(t, payment.reference)).filter(({ kind }) => kind === 'message')
    expect(messages).toHaveLength(3)
  })
})

describe('a resolved dispute', () => {
  const resolve = (resolution: unknown) =>
    sendWebhook('charge.dispute.resolve', {
      id: 7,
      status: 'resolved',
      resolution,
      refund_amount: 30_000,
      transaction: { reference: payment.reference },
    })

  it.each(['auto-accepted', 'won', 'Declined', '', null, undefined, 5])(
    'with the resolution %j stays open, and the history contains the resolution',
    async (word) => {
      await resolve(word)
      expect(await row()).toMatchObject({ state: 'disputed', attention: 'disputed' })
      expect(await isOpen()).toBe(true)
      const noted = (await eventRows(t, payment.reference)).find(({ kind }) => kind === 'note')
      expect(noted?.details).toEqual({ resolution: typeof word === 'string' && word !== '' ? word : 'none' })
    },
  )

  it.each([
    ['declined', 'succeeded', true],
    ['merchant-accepted', 'refunded', false],
  ] as const)(
    'first with an unknown resolution and later as %s ends, whatever it cost',
    async (word, state, staysOpen) => {
      await resolve('odd')
      await resolve(word)
      expect(await row()).toMatchObject({ state, attention: null })
      expect(await isOpen()).toBe(staysOpen)
    },
  )
})

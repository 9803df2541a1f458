// Tests refunds that admins ask the sandbox's provider for, over HTTP: replies, lost replies, races, webhooks and the job.
import { randomUUID } from 'node:crypto'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { listAllPayments, noteRefund, readPaymentHistory, recheckPayment } from '@baobab/contract/payments/admin.ts'
import { askRefund, type RefundReason } from '@baobab/contract/payments/refunds.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeStudent,
  PASSWORD,
  stayReauthenticated,
  type MadeStudent,
} from '../../../test/factories.ts'
import { openStillTestApp } from '../../../test/harness.ts'
import { countPaymentJobs, eventRows, paymentCalls, paymentNotifications, paymentRow } from '../../../test/payments.ts'
import { refusal } from '../../../test/refusal.ts'
import { hasAccess } from '../queries.ts'
import { recordEvents } from '../record-events.ts'
import { checkDueRefunds, followRefunds } from './follow-refunds.ts'
import { listRefunds } from './queries.ts'

const t = await openStillTestApp()
const admin = await makeAdmin(t)
const MINUTE = 60_000

let student: MadeStudent
let reference = ''
beforeEach(async () => {
  t.provider.fault(undefined)
  t.provider.messages = 'never'
  student = await makeStudent(t)
  reference = (await paymentCalls(t).open(student)).reference
  await t.provider.pay(reference)
  await paymentCalls(t).verify(student, reference)
  await stayReauthenticated(t)
})

type Body = { key?: string; amountKobo?: number; reason?: RefundReason; note?: string }
const ask = (body: Body = {}, token = admin.token) =>
  t.as(token)(askRefund, { params: { reference }, body: { key: randomUUID(), reason: 'payer-asked', ...body } })
const history = () => t.as(admin.token)(readPaymentHistory, { params: { reference } })
const row = () => paymentRow(t, reference)
const isOpen = () => hasAccess(t.app.db, student.id)
const states = async () => (await history()).refunds.map(({ state }) => state)
const made = () => t.provider.transaction(reference)?.refunds ?? []
const refundCalls = () => t.provider.calls().filter((call) => call === 'POST /refund').length
async function pass(minutes: number): Promise<void> {
  t.app.clock.advance(minutes * MINUTE)
  await checkDueRefunds(t.app)
}
async function follow(): Promise<void> {
  t.app.clock.advance(1_000)
  await followRefunds(t.app, (await row()).id)
}

describe('a full refund', () => {
  it('ends access once the provider has made it, and tells the student once', async () => {
    expect(await ask({ note: 'Asked by Ada on the phone.' })).toEqual({
      message: paymentsText.refundAsked,
      state: 'pending',
    })
    expect(await row()).toMatchObject({ state: 'succeeded', refundedKobo: 0 })
    expect(await isOpen()).toBe(true)
    expect(made()).toMatchObject([{ amount: 100_000, customerNote: 'Refund of your Baobab payment' }])
    await follow()
    await t.provider.send(reference, 'refund.processed', 2)
    await follow()
    expect(await row()).toMatchObject({ state: 'refunded', refundedKobo: 100_000, attention: null })
    expect(await isOpen()).toBe(false)
    const { refunds, askable, refund } = await history()
    expect(refunds).toMatchObject([
      {
        number: made()[0]?.merchantNote.replace('Refund ', ''),
        state: 'processed',
        amountKobo: 100_000,
        note: 'Asked by Ada on the phone.',
        providerId: String(made()[0]?.id),
        events: [{ state: 'asked', admin: admin.username }, { state: 'pending', admin: null }, { state: 'processed' }],
      },
    ])
    expect([askable, refund]).toEqual([null, null])
    expect(await paymentNotifications(t, student.id)).toEqual(['We got your payment', 'Your payment was refunded'])
    expect(await countPaymentJobs(t, 'payment-refund-mails', (await row()).id)).toBe(1)
    const { lines } = await t.as(admin.token)(auditLog, { query: { action: 'payment.refund_asked', limit: 1 } })
    expect(lines).toMatchObject([{ subject: { name: reference }, admin: admin.username }])
  })

  it('whose webhook comes first is not told twice when its job asks', async () => {
    t.provider.messages = 'at-once'
    await ask()
    expect(await row()).toMatchObject({ state: 'refunded' })
    await follow()
    expect(await states()).toEqual(['processed'])
    const refunded = (await eventRows(t, reference)).filter(({ kind }) => kind === 'refunded')
    expect(refunded).toHaveLength(2)
    expect(await paymentNotifications(t, student.id)).toHaveLength(2)
  })
})

it('a partial refund keeps access, counts once, and the rest can follow', async () => {
  await ask({ amountKobo: 40_000 })
  await t.provider.send(reference, 'refund.processed')
  await follow()
  expect(await row()).toMatchObject({ state: 'succeeded', refundedKobo: 40_000 })
  expect(await isOpen()).toBe(true)
  expect((await history()).askable).toEqual({ leftKobo: 60_000, isWhole: false })
  expect(await refusal(ask({ amountKobo: 60_001 }))).toMatchObject({
    errors: [{ path: 'amountKobo', message: paymentsText.refundTooMuch }],
  })
  t.app.clock.advance(1_000)
  await ask({ amountKobo: 60_000 })
  await follow()
  expect(await row()).toMatchObject({ state: 'refunded', refundedKobo: 100_000 })
  expect(made().map(({ amount }) => amount)).toEqual([40_000, 60_000])
})

describe('a refund is asked for once', () => {
  it('P-24 if the form is sent again', async () => {
    const [key, before] = [randomUUID(), refundCalls()]
    const replies = await Promise.all([ask({ key }), ask({ key }), ask({ key })])
    expect(replies.filter(({ state }) => state !== 'asked' && state !== 'pending')).toEqual([])
    expect(await ask({ key })).toMatchObject({ state: 'pending' })
    expect(refundCalls() - before).toBe(1)
  })

  it('P-24 if two admins ask at once', async () => {
    const other = await makeAnotherAdmin(t, admin, 'finance')
    t.provider.nextRefund = 'pending'
    const before = refundCalls()
    const outcomes = await Promise.allSettled([ask({ amountKobo: 40_000 }), ask({ amountKobo: 40_000 }, other.token)])
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'refund_open', message: paymentsText.refundOpen } }])
    expect(refundCalls() - before).toBe(1)
    expect(made()).toHaveLength(1)
  })

  it('and not with a key that belongs to another payment', async () => {
    const key = randomUUID()
    await ask({ key })
    const first = reference
    reference = (await paymentCalls(t).open(await makeStudent(t))).reference
    expect(await refusal(ask({ key }))).toMatchObject({ code: 'not_found' })
    expect(t.provider.transaction(first)?.refunds).toHaveLength(1)
  })
})

describe('a lost reply', () => {
  it('P-24 is never followed by a second request: the job finds the refund that was made', async () => {
    t.provider.nextRefund = 'pending'
    t.provider.fault('cut', 1)
    const before = refundCalls()
    expect(await ask()).toEqual({ message: paymentsText.refundUnanswered, state: 'asked' })
    expect(await refusal(ask())).toMatchObject({ code: 'refund_open' })
    await pass(1)
    expect(await states()).toEqual(['pending'])
    await t.provider.moveRefund(reference, 'processed')
    await pass(10)
    expect(await states()).toEqual(['processed'])
    expect(refundCalls() - before).toBe(1)
    expect(await row()).toMatchObject({ state: 'refunded' })
  })

  it('of a request without effect becomes a failed refund, after the list was empty for ten minutes', async () => {
    t.provider.fault('error', 1)
    await ask()
    await pass(9)
    expect(await states()).toEqual(['asked'])
    t.provider.fault('error')
    await pass(5)
    expect(await states()).toEqual(['asked'])
    t.provider.fault(undefined)
    t.app.clock.advance(10 * MINUTE)
    await pass(10)
    expect((await history()).refunds).toMatchObject([{ state: 'failed', failure: 'not-made' }])
    expect(await row()).toMatchObject({ state: 'succeeded', attention: 'refund-unclear' })
    expect(await ask()).toMatchObject({ state: 'pending' })
    expect(made()).toHaveLength(1)
    expect(await row()).toMatchObject({ attention: null })
  })

  it('is found when an admin checks the payment', async () => {
    t.provider.fault('cut', 1)
    await ask({ amountKobo: 1_000 })
    t.app.clock.advance(1_000)
    expect(await t.as(admin.token)(recheckPayment, { params: { reference } })).toMatchObject({ isFresh: true })
    expect(await states()).toEqual(['processed'])
  })
})

describe('a refund that the provider does not make', () => {
  it.each(['failed', 'needs-attention'] as const)('needs an admin if it is %s, who is mailed once', async (end) => {
    t.provider.messages = 'at-once'
    t.provider.nextRefund = end
    await ask()
    await follow()
    await follow()
    expect(await states()).toEqual([end])
    expect(await row()).toMatchObject({ state: 'succeeded', refundedKobo: 0, attention: 'refund-unclear' })
    expect(await isOpen()).toBe(true)
    const { payments } = await t.as(admin.token)(listAllPayments, { query: { attention: 'yes' } })
    expect(payments).toContainEqual(expect.objectContaining({ reference, attention: 'refund-unclear' }))
    expect(await countPaymentJobs(t, 'payment-alerts', (await row()).id)).toBe(1)
  })

  it('can be asked for again once it has failed, but not while it needs bank details', async () => {
    t.provider.nextRefund = 'needs-attention'
    await ask()
    await follow()
    expect(await refusal(ask())).toMatchObject({ code: 'refund_open' })
    await t.provider.moveRefund(reference, 'failed')
    await follow()
    expect(await states()).toEqual(['failed'])
    t.app.clock.advance(1_000)
    await ask()
    await follow()
    expect(await states()).toEqual(['processed', 'failed'])
    expect(await row()).toMatchObject({ state: 'refunded', refundedKobo: 100_000, attention: null })
  })

  it('because it refuses keeps its explanation', async () => {
    await t.provider.refund(reference)
    expect(await ask()).toEqual({ message: paymentsText.refundFailed, state: 'failed' })
    expect((await history()).refunds).toMatchObject([
      {
        failure: 'refused',
        events: [{ state: 'asked' }, { state: 'failed', explanation: 'Transaction has been fully reversed' }],
      },
    ])
  })

  it('is settled by a refund that was made elsewhere', async () => {
    t.provider.nextRefund = 'failed'
    await ask()
    await follow()
    t.app.clock.advance(1_000)
    const body = { key: randomUUID(), amountKobo: 50_000, note: 'By a bank transfer.' }
    await t.as(admin.token)(noteRefund, { params: { reference }, body })
    expect(await row()).toMatchObject({ state: 'succeeded', refundedKobo: 50_000, attention: null })
  })
})

describe('the same refund is not counted twice', () => {
  const note = (amountKobo: number) => {
    const body = { key: randomUUID(), amountKobo, note: 'Paystack refunds half.' }
    return t.as(admin.token)(noteRefund, { params: { reference }, body })
  }

  it('by a note while the provider is making it', async () => {
    t.provider.nextRefund = 'pending'
    await ask({ amountKobo: 50_000 })
    expect(await refusal(note(50_000))).toMatchObject({ code: 'refund_open' })
    await t.provider.moveRefund(reference, 'processed')
    await follow()
    expect(await row()).toMatchObject({ state: 'succeeded', refundedKobo: 50_000 })
    expect(await isOpen()).toBe(true)
  })

  it('but may be noted if the provider cannot go on without the payer', async () => {
    t.provider.nextRefund = 'needs-attention'
    await ask({ amountKobo: 50_000 })
    await follow()
    await note(50_000)
    expect(await row()).toMatchObject({ refundedKobo: 50_000 })
  })
})

it('a repeated request for another amount is refused, so that nobody believes it was asked for', async () => {
  const key = randomUUID()
  await ask({ key, amountKobo: 90_000 })
  expect(await refusal(ask({ key, amountKobo: 10_000 }))).toMatchObject({
    errors: [{ path: 'amountKobo', message: paymentsText.refundOtherAmount }],
  })
  expect(made().map(({ amount }) => amount)).toEqual([90_000])
})

describe('a refund is refused', () => {
  const record = async (...events: Parameters<typeof recordEvents>[1]['events']) =>
    recordEvents(t.app, { paymentId: (await row()).id, source: 'webhook', events })

  it('of a disputed payment', async () => {
    await record({ kind: 'disputed', key: '1' })
    expect(await refusal(ask())).toMatchObject({ status: 409, message: paymentsText.refundDisputed })
  })

  it('of a refunded payment', async () => {
    await record({ kind: 'refunded', key: 'a' })
    expect(await refusal(ask())).toMatchObject({ status: 409, message: paymentsText.refundRefused })
  })

  it('of a payment that was not paid, or does not exist', async () => {
    reference = (await paymentCalls(t).open(await makeStudent(t))).reference
    expect(await refusal(ask())).toMatchObject({ status: 409, message: paymentsText.refundUnpaid })
    reference = 'no-such-payment'
    expect(await refusal(ask())).toMatchObject({ status: 404 })
  })

  it('with another reason and no words', async () => {
    expect(await refusal(ask({ reason: 'other' }))).toMatchObject({ errors: [{ path: 'note' }] })
    expect(await ask({ reason: 'other', note: 'A gift of the school.' })).toMatchObject({ state: 'pending' })
  })
})

it('what does not match is refunded in full', async () => {
  student = await makeStudent(t)
  reference = (await paymentCalls(t).open(student)).reference
  await t.provider.pay(reference, { amount: 50_000 })
  await refusal(paymentCalls(t).verify(student, reference))
  expect((await history()).askable).toEqual({ leftKobo: 50_000, isWhole: true })
  expect(await refusal(ask({ amountKobo: 1_000 }))).toMatchObject({ errors: [{ message: paymentsText.refundWhole }] })
  await ask()
  await follow()
  expect(made()).toMatchObject([{ amount: 50_000, status: 'processed' }])
  expect(await row()).toMatchObject({ state: 'refunded', attention: null })
})

it('the refund is in the student’s data, and its note is erased with the account', async () => {
  await ask({ amountKobo: 1_000, note: 'To the account of Ada Okafor.' })
  const { tables } = await t.as(student.token)(exportData, {})
  expect(tables['refunds']).toMatchObject([{ amountKobo: 1_000, reason: 'payer-asked' }])
  expect(tables['refundNotes']).toMatchObject([{ note: 'To the account of Ada Okafor.' }])
  expect(JSON.stringify(tables['refunds'])).not.toContain(admin.id)
  await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
  expect((await history()).refunds).toMatchObject([{ note: null }])
  expect(await listRefunds(t.app.db, (await row()).id)).toHaveLength(1)
})

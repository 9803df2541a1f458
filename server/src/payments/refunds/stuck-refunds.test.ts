// Tests the two ways to complete a refund that needs the payer's bank details: giving the account, or refunding in another way.
import { randomUUID } from 'node:crypto'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { noteRefund, readPaymentHistory } from '@baobab/contract/payments/admin.ts'
import {
  askRefund,
  findAccountHolder,
  giveBankAccount,
  listRefundBanks,
  settleRefund,
} from '@baobab/contract/payments/refunds.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeAdmin, makePayment, makeStudent, stayReauthenticated, type MadeStudent } from '../../../test/factories.ts'
import { openStillTestApp } from '../../../test/harness.ts'
import { eventRows, paymentCalls, paymentRow } from '../../../test/payments.ts'
import { refusal } from '../../../test/refusal.ts'
import { snapshotDatabase } from '../../../test/snapshot-database.ts'
import { createReader } from '../../platform/data-check.ts'
import { recordEvents } from '../record-events.ts'
import { refunds } from '../tables.ts'
import { checkDueRefunds, followRefunds } from './follow-refunds.ts'
import { recordRefund } from './record-refund.ts'
import { refundCheck } from './refund-check.ts'

const t = await openStillTestApp()
const admin = await makeAdmin(t)
const ACCOUNT = { bankId: '9', accountNumber: '0123456789' }

let student: MadeStudent
let reference = ''

async function openPaid(): Promise<string> {
  const { reference } = await paymentCalls(t).open(student)
  await t.provider.pay(reference)
  await paymentCalls(t).verify(student, reference)
  return reference
}
const ask = (amountKobo: number) => {
  const body = { key: randomUUID(), amountKobo, reason: 'payer-asked' as const }
  return t.as(admin.token)(askRefund, { params: { reference }, body })
}
const history = () => t.as(admin.token)(readPaymentHistory, { params: { reference } })
const stuckId = async () => (await history()).refunds.at(-1)?._id ?? ''
const give = async (body = ACCOUNT) =>
  t.as(admin.token)(giveBankAccount, { params: { reference, refundId: await stuckId() }, body })
const note = (amountKobo: number) => {
  const body = { key: randomUUID(), amountKobo, note: 'By a bank transfer.' }
  return t.as(admin.token)(noteRefund, { params: { reference }, body })
}
const settle = async (isSettled = true) =>
  t.as(admin.token)(settleRefund, { params: { reference, refundId: await stuckId() }, body: { isSettled } })
const row = () => paymentRow(t, reference)
async function follow(): Promise<void> {
  t.app.clock.advance(1_000)
  await followRefunds(t.app, (await row()).id)
}

/** Returns what the nightly check finds in refunds. */
async function listFaults() {
  const client = await t.owner.connect()
  try {
    await client.query('begin')
    const found = []
    for await (const fault of refundCheck.find(createReader(client, {}), t.app.files)) found.push(fault)
    return found
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Asks for a refund that then needs the payer's bank details. */
async function getStuck(amountKobo: number): Promise<void> {
  t.provider.nextRefund = 'needs-attention'
  await ask(amountKobo)
  await follow()
  t.app.clock.advance(1_000)
}

beforeEach(async () => {
  t.provider.fault(undefined)
  t.provider.messages = 'never'
  t.provider.nextRefund = 'processed'
  student = await makeStudent(t)
  reference = await openPaid()
  await stayReauthenticated(t)
})

describe('the bank account of the payer', () => {
  it('lets Paystack make the refund, and is stored nowhere', async () => {
    await getStuck(100_000)
    expect((await t.as(admin.token)(listRefundBanks, {})).banks.map(({ name }) => name)).toEqual([
      'Access Bank',
      'First Bank of Nigeria',
      'Guaranty Trust Bank',
    ])
    expect(await give()).toEqual({ message: paymentsText.refundAsked, state: 'processing' })
    expect((await row()).attention).toBeNull()
    await follow()
    expect(await row()).toMatchObject({ state: 'refunded', refundedKobo: 100_000, attention: null })
    expect((await history()).refunds[0]?.events.map(({ state, admin }) => [state, admin])).toEqual([
      ['asked', admin.username],
      ['pending', null],
      ['needs-attention', null],
      ['asked', admin.username],
      ['processing', null],
      ['processed', null],
    ])
    const { lines } = await t.as(admin.token)(auditLog, { query: { action: 'payment.refund_account_given', limit: 1 } })
    expect(lines).toMatchObject([{ subject: { name: reference }, admin: admin.username }])
    const dump = await t.app.db.execute(sql`
      select (select json_agg(one) from audit_lines as one)::text || (select json_agg(one) from refund_events as one)::text
        || (select json_agg(one) from refunds as one)::text || (select json_agg(one) from payment_events as one)::text as text`)
    expect(dump.rows[0]?.['text']).not.toContain(ACCOUNT.accountNumber)
  })

  it('is asked for again if Paystack does not take it', async () => {
    await getStuck(100_000)
    expect(await give({ ...ACCOUNT, bankId: '77' })).toEqual({
      state: 'needs-attention',
      message: paymentsText.refundAccountRefused,
    })
    const { refunds } = await history()
    expect(refunds[0]?.events.at(-1)).toMatchObject({ state: 'needs-attention', explanation: 'Invalid bank' })
    expect((await row()).attention).toBe('refund-unclear')
    expect(await give()).toMatchObject({ state: 'processing' })
  })

  it('is sent once: after a lost reply the job finds out whether Paystack has it', async () => {
    await getStuck(100_000)
    const before = t.provider.calls().length
    t.provider.fault('cut', 1)
    const outcomes = await Promise.allSettled([give(), give(), give()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: { state: 'asked' } }])
    expect(await refusal(give())).toMatchObject({ status: 409, code: 'refund_not_waiting' })
    expect(await refusal(note(100_000))).toMatchObject({ code: 'refund_open' })
    const calls = t.provider.calls().slice(before)
    expect(calls.filter((call) => call.includes('retry_with_customer_details'))).toHaveLength(1)
    t.app.clock.advance(60_000)
    await checkDueRefunds(t.app)
    expect(await row()).toMatchObject({ state: 'refunded', refundedKobo: 100_000 })
  })

  it('is needed again if the request never arrived', async () => {
    await getStuck(100_000)
    t.provider.fault('error', 1)
    expect(await give()).toMatchObject({ state: 'asked', message: paymentsText.refundUnanswered })
    t.app.clock.advance(60_000)
    await checkDueRefunds(t.app)
    expect((await history()).refunds).toMatchObject([{ state: 'needs-attention' }])
    expect(await give()).toMatchObject({ state: 'processing' })
  })

  it.each([0, 15_000])('counts although somebody checked the refund %s ms after it was sent', async (ms) => {
    await getStuck(100_000)
    t.provider.nextRefund = 'pending'
    const { paystack } = t.app
    const retryRefund = paystack.retryRefund.bind(paystack)
    const sent = vi.spyOn(paystack, 'retryRefund').mockImplementationOnce(async (account) => {
      t.app.clock.advance(ms)
      await follow()
      return retryRefund(account)
    })
    expect(await give()).toEqual({ message: paymentsText.refundAsked, state: 'processing' })
    sent.mockRestore()
    const states = (await history()).refunds[0]?.events.map(({ state }) => state).slice(3)
    expect(states).toEqual(['asked', ...(ms > 0 ? ['needs-attention'] : []), 'processing'])
  })

  it('is not sent while the payer disputes the payment, nor once a dispute is lost', async () => {
    await getStuck(100_000)
    t.provider.messages = 'at-once'
    await t.provider.dispute(reference)
    expect(await refusal(give())).toMatchObject({ status: 409, code: 'refund_disputed' })
    expect(await refusal(settle())).toMatchObject({ status: 409, code: 'refund_needs_nothing' })
    await t.provider.resolve(reference, 'merchant-accepted')
    expect(await refusal(give())).toMatchObject({ status: 409, code: 'refund_refused' })
    expect((await history()).refunds).toMatchObject([{ state: 'needs-attention' }])
  })

  it('must have ten digits, and is refused for any other refund', async () => {
    await getStuck(100_000)
    expect(await refusal(give({ ...ACCOUNT, accountNumber: '123' }))).toMatchObject({
      errors: [{ path: 'accountNumber', message: 'Account number must have 10 digits' }],
    })
    await give()
    expect(await refusal(give())).toMatchObject({ code: 'refund_not_waiting' })
    const params = { reference, refundId: randomUUID() }
    expect(await refusal(t.as(admin.token)(giveBankAccount, { params, body: ACCOUNT }))).toMatchObject({ status: 404 })
  })
})

describe('the holder of a bank account', () => {
  const find = (body = ACCOUNT) => t.as(admin.token)(findAccountHolder, { body })

  it('is named before the account is sent, and nothing is stored', async () => {
    const holder = 'EMEKA NWOSU'
    const before = await snapshotDatabase(t)
    expect(await find({ ...ACCOUNT, accountNumber: '0123456788' })).toEqual({
      holder,
      message: 'The account belongs to EMEKA NWOSU. Is that the payer?',
    })
    expect(await snapshotDatabase(t)).toEqual(before)
  })

  it('is not known for every account, nor while Paystack is away', async () => {
    const unknown = { holder: null, message: paymentsText.accountUnknown }
    expect(await find({ ...ACCOUNT, accountNumber: '0000000000' })).toEqual(unknown)
    expect(await find({ ...ACCOUNT, bankId: '77' })).toEqual(unknown)
    t.provider.fault('garbage')
    expect(await find()).toEqual({ holder: null, message: paymentsText.accountHolderAway })
  })
})

describe('a refund made in another way', () => {
  it('ends the stuck one, so that the sum is right and the rest can be refunded', async () => {
    await getStuck(50_000)
    await note(40_000)
    expect(await row()).toMatchObject({ state: 'succeeded', refundedKobo: 40_000, attention: null })
    expect(await history()).toMatchObject({
      refunds: [{ state: 'failed', isReplaced: true, isSettled: false }],
      askable: { leftKobo: 60_000, isWhole: false },
    })
    expect(await refusal(give())).toMatchObject({ code: 'refund_not_waiting' })
    // Paystack still waits for the payer, which changes nothing.
    await follow()
    expect((await history()).refunds).toMatchObject([{ state: 'failed' }])
    expect((await row()).attention).toBeNull()
  })

  it.each([
    [100_000, 'refunded'],
    [40_000, 'succeeded'],
  ] as const)('and by Paystack too (%s kobo) is flagged and counted, even without a webhook', async (kobo, state) => {
    await getStuck(kobo)
    await note(kobo)
    expect(await row()).toMatchObject({ state, attention: null })
    await t.provider.moveRefund(reference, 'processed')
    t.app.clock.advance(60 * 60_000)
    await checkDueRefunds(t.app)
    expect(await row()).toMatchObject({ attention: 'refund-unclear', refundedKobo: Math.min(2 * kobo, 100_000) })
    expect((await history()).refunds).toMatchObject([{ state: 'processed', isReplaced: true }])
    expect((await eventRows(t, reference)).filter(({ kind }) => kind === 'refunded')).toHaveLength(2)
    expect(await listFaults()).toEqual([])
    expect(await settle()).toEqual({ message: paymentsText.refundSettled })
    expect((await row()).attention).toBeNull()
    await settle(false)
    expect((await row()).attention).toBe('refund-unclear')
  })
})

describe('a refund that needs bank details although all of the payment has gone back', () => {
  it.each(['a lost dispute', 'a refund in the Dashboard'])('ends when an admin says so: %s', async (reason) => {
    await getStuck(40_000)
    if (reason === 'a lost dispute') {
      t.provider.messages = 'at-once'
      await t.provider.dispute(reference)
      await t.provider.resolve(reference, 'merchant-accepted')
    } else {
      const events = [{ kind: 'refunded' as const, key: 'reversed' }]
      await recordEvents(t.app, { paymentId: (await row()).id, source: 'webhook', events })
    }
    expect(await row()).toMatchObject({ state: 'refunded', attention: null })
    expect(await settle()).toEqual({ message: paymentsText.refundSettled })
    expect(await settle()).toEqual({ message: paymentsText.refundSettled })
    const { refunds } = await history()
    expect(refunds).toMatchObject([{ state: 'failed', isReplaced: true }])
    expect(refunds[0]?.events.at(-1)).toMatchObject({ state: 'failed', admin: admin.username })
    await follow()
    expect((await history()).refunds).toMatchObject([{ state: 'failed' }])
    // The payer may still give Paystack the account.
    t.provider.messages = 'never'
    await t.provider.moveRefund(reference, 'processed')
    t.app.clock.advance(60 * 60_000)
    await checkDueRefunds(t.app)
    expect((await row()).attention).toBe('refund-unclear')
    expect(await listFaults()).toEqual([])
  })
})

it('a refund made in another way stays ended although a server of the previous release asked about it', async () => {
  await getStuck(100_000)
  await note(50_000)
  const id = await stuckId()
  await t.app.db.update(refunds).set({ state: 'needs-attention', failure: null }).where(eq(refunds.id, id))
  expect(await refusal(give())).toMatchObject({ code: 'refund_not_waiting' })
  await follow()
  expect(await history()).toMatchObject({
    refunds: [{ state: 'failed', isReplaced: true }],
    askable: { leftKobo: 50_000, isWhole: false },
  })
})

describe('a refund that failed', () => {
  it('needs nobody once an admin says so, until that is taken back', async () => {
    t.provider.nextRefund = 'failed'
    await ask(100_000)
    await follow()
    expect((await row()).attention).toBe('refund-unclear')
    await settle()
    expect((await row()).attention).toBeNull()
    await settle(false)
    expect((await row()).attention).toBe('refund-unclear')
    const { lines } = await t.as(admin.token)(auditLog, { query: { action: 'payment.refund_settled', limit: 2 } })
    expect(lines.map(({ details }) => details['isSettled'])).toEqual([false, true])
  })

  it('is one that Paystack has not known for a day, unless it knows it again', async () => {
    await getStuck(100_000)
    t.provider.fault('error', 1)
    expect(await give()).toMatchObject({ state: 'asked' })
    const id = await stuckId()
    const [{ providerId } = {}] = await t.app.db.select().from(refunds).where(eq(refunds.id, id))
    const set = (changes: Partial<typeof refunds.$inferInsert>) =>
      t.app.db.update(refunds).set(changes).where(eq(refunds.id, id))
    await set({ providerId: '404' })
    await follow()
    expect((await history()).refunds).toMatchObject([{ state: 'asked' }])
    await set({ checkedAt: new Date(t.app.clock.now().getTime() - 24 * 60 * 60_000) })
    await follow()
    expect((await history()).refunds).toMatchObject([{ state: 'failed', failure: 'unknown' }])
    expect((await row()).attention).toBe('refund-unclear')
    await set({ providerId: providerId ?? null })
    await follow()
    expect((await history()).refunds).toMatchObject([{ state: 'needs-attention', failure: null }])
  })

  it('needs somebody again if it fails once more after it was settled', async () => {
    t.provider.nextRefund = 'failed'
    await ask(100_000)
    await follow()
    await settle()
    const id = await stuckId()
    for (const state of ['pending', 'failed'] as const) {
      const [refund] = await t.app.db.select().from(refunds).where(eq(refunds.id, id))
      t.app.clock.advance(1_000)
      if (refund) await recordRefund(t.app, refund, { state, checkedAt: t.app.clock.now(), source: 'reconcile' })
    }
    expect((await history()).refunds).toMatchObject([{ state: 'failed', isSettled: false }])
    expect((await row()).attention).toBe('refund-unclear')
  })

  it('or was made, but not one that needs bank details, can be settled', async () => {
    await getStuck(100_000)
    expect(await refusal(settle())).toMatchObject({ status: 409, code: 'refund_needs_nothing' })
    await give()
    await follow()
    expect(await refusal(settle())).toMatchObject({ code: 'refund_needs_nothing' })
  })
})

it('a refund takes access if the student’s other payment is being refunded too', async () => {
  const access = async () => (await history()).accessAfterRefund
  expect(await access()).toBe('lost')
  const first = reference
  const second = await makePayment(t, { studentId: student.id, kinds: ['succeeded'] })
  expect(await access()).toBe('kept')
  t.provider.nextRefund = 'pending'
  await ask(100_000)
  reference = second.reference
  expect(await access()).toBe('lost')
  reference = first
  expect(await access()).toBe('kept')
})

// Tests the admins' payment endpoints over HTTP: the list and its filters, one payment's history, refunds, totals,
// exports.
import { randomUUID } from 'node:crypto'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { linkToExport, listExports, startExport, type ExportOrder } from '@baobab/contract/exports/endpoints.ts'
import { addDays } from '@baobab/contract/kernel/days.ts'
import * as contract from '@baobab/contract/payments/admin.ts'
import { initializePayment, listPayments } from '@baobab/contract/payments/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import { read, utils } from '@e965/xlsx'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makePayment, makeStudent, PASSWORD, type MadeStudent } from '../../../test/factories.ts'
import { students } from '../../accounts/tables.ts'
import { hasAccess, type PaymentRow } from '../queries.ts'
import { recordEvents, type NewEvent } from '../record-events.ts'
import { paymentComparisons, payments } from '../tables.ts'
import type { PaymentEventKind } from '@baobab/contract/payments/admin.ts'
import { parseCsv } from '../../platform/files/csv.ts'
import { waitFor } from '../../../test/wait-for.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)

/** Each test uses different days, so that it sees no payments from other tests. */
let today = '2026-03-01'
beforeEach(() => {
  today = addDays(today, 5)
  t.app.clock.set(new Date(`${today}T12:00:00+01:00`))
})

const asAdmin = () => t.as(admin.token)
type Selection = Partial<contract.PaymentSelection> & { limit?: number; cursor?: string }
const list = (selection: Selection = {}) => asAdmin()(contract.listAllPayments, { query: selection })
const references = async (selection: Selection) => (await list(selection)).payments.map(({ reference }) => reference)
const history = (reference: string) => asAdmin()(contract.readPaymentHistory, { params: { reference } })

async function paymentOf(student: MadeStudent, kinds: readonly PaymentEventKind[] = []): Promise<PaymentRow> {
  t.app.clock.advance(1_000)
  return makePayment(t, { studentId: student.id, kinds })
}

const erase = ({ token }: MadeStudent) => t.as(token)(eraseAccount, { body: { password: PASSWORD } })

async function record({ id }: PaymentRow, ...events: NewEvent[]): Promise<void> {
  await recordEvents(t.app, { paymentId: id, source: 'webhook', events })
}

describe('the list', () => {
  it('shows the newest first, page by page, with the totals of confirmed payments', async () => {
    const student = await makeStudent(t)
    const made: string[] = []
    for (const kinds of [['succeeded'], ['failed'], [], ['succeeded'], ['pending']] as PaymentEventKind[][])
      made.unshift((await paymentOf(student, kinds)).reference)
    const first = await list({ from: today, limit: 2 })
    expect(first.payments.map(({ reference }) => reference)).toEqual(made.slice(0, 2))
    expect(first.sums).toEqual({ confirmed: 2, kobo: 200_000, refundedKobo: 0 })
    const second = await list({ from: today, limit: 2, cursor: first.nextCursor ?? '' })
    expect(second.payments.map(({ reference }) => reference)).toEqual(made.slice(2, 4))
    expect(second.sums).toBeNull()
    const third = await list({ from: today, limit: 2, cursor: second.nextCursor ?? '' })
    expect(third).toMatchObject({ payments: [{ reference: made[4] }], nextCursor: null })
    expect((await refusal(list({ cursor: 'nonsense' }))).errors).toMatchObject([{ path: 'cursor' }])
  })

  it('filters by state, by whether an admin is needed, and by day', async () => {
    const [one, other] = [await makeStudent(t), await makeStudent(t)]
    const paid = await paymentOf(one, ['succeeded'])
    const twice = await paymentOf(one, ['succeeded'])
    const failed = await paymentOf(other, ['failed'])
    expect(await references({ from: today, state: 'failed' })).toEqual([failed.reference])
    expect(await references({ from: today, state: 'succeeded' })).toEqual([twice.reference, paid.reference])
    expect(await list({ from: today, attention: 'yes' })).toMatchObject({
      payments: [{ reference: twice.reference, attention: 'refund-due', username: one.username }],
      sums: { confirmed: 1, kobo: 100_000 },
    })
    expect(await references({ to: '2026-03-01' })).toEqual([])
    expect(await references({ from: today, to: today })).toHaveLength(3)
  })

  it('starts and ends its days at midnight in Lagos', async () => {
    const student = await makeStudent(t)
    const [before, at] = [await paymentOf(student), await paymentOf(student)]
    const openedAt = (id: string, time: string) =>
      t.app.db
        .update(payments)
        .set({ openedAt: new Date(time) })
        .where(eq(payments.id, id))
    await openedAt(before.id, `${today}T22:59:59.999Z`)
    await openedAt(at.id, `${today}T23:00:00Z`)
    expect(await references({ from: today, to: today })).toEqual([before.reference])
  })

  it('finds payments by the start of a reference or username, or by a full email address, including a parent’s', async () => {
    const [one, other] = [await makeStudent(t), await makeStudent(t)]
    const [a, b] = [await paymentOf(one, ['succeeded']), await paymentOf(other)]
    await t.app.db.update(payments).set({ payerEmail: 'Parent@home.example' }).where(eq(payments.id, b.id))
    expect(await references({ search: a.reference })).toEqual([a.reference])
    expect(await references({ search: a.reference.slice(0, 7).toUpperCase() })).toEqual([a.reference])
    expect(await references({ search: one.username })).toEqual([a.reference])
    expect(await references({ search: ` ${other.username.slice(0, 7).toUpperCase()} ` })).toEqual([b.reference])
    expect(await references({ search: one.email })).toEqual([a.reference])
    expect(await references({ search: 'parent@HOME.example' })).toEqual([b.reference])
    expect(await references({ search: 'mailto:parent@home.example' })).toEqual([b.reference])
    expect(await references({ search: one.email.slice(0, -1) })).toEqual([])
    for (const nothing of ['%', "' or 1=1 --", '\\', a.reference.slice(1)])
      expect([nothing, await references({ search: nothing })]).toEqual([nothing, []])
    expect((await list({ search: one.username, state: 'failed' })).sums).toEqual({
      confirmed: 0,
      kobo: 0,
      refundedKobo: 0,
    })
  })

  it('keeps payments of a deleted account, but not its username', async () => {
    const student = await makeStudent(t)
    const { reference } = await paymentOf(student, ['succeeded'])
    await erase(student)
    expect(await references({ search: student.username })).toEqual([])
    expect(await list({ search: reference })).toMatchObject({ payments: [{ username: null }] })
    expect(await history(reference)).toMatchObject({ student: null, payment: { state: 'succeeded' } })
  })
})

describe('one payment', () => {
  it('shows all its events, their sources and the resulting state; each read is audited', async () => {
    const student = await makeStudent(t)
    const payment = await paymentOf(student, ['pending'])
    await record(payment, { kind: 'succeeded', amountKobo: 100_000 }, { kind: 'disputed', key: '7' })
    const found = await history(payment.reference)
    expect(found).toMatchObject({
      payment: { state: 'disputed', attention: 'disputed', opensAll: true, isOpen: true },
      student: { username: student.username, email: student.email, isPaid: true },
      refund: { leftKobo: 100_000, mostKobo: 100_000, isWhole: false },
      events: [
        { kind: 'opened', source: 'verify' },
        { kind: 'pending', source: 'verify' },
        { kind: 'succeeded', source: 'webhook', amountKobo: 100_000 },
        { kind: 'disputed', source: 'webhook', key: '7', admin: null },
      ],
    })
    const { lines } = await asAdmin()(auditLog, { query: { limit: 1 } })
    expect(lines).toMatchObject([
      { action: 'payment.read', subject: { _id: payment.id, kind: 'payment', name: payment.reference } },
    ])
    expect((await asAdmin()(auditLog, { query: { subject: student.username } })).lines).toMatchObject(lines)
  })

  it('that does not exist is not found, and the attempt is not audited', async () => {
    const before = await asAdmin()(auditLog, { query: { limit: 1 } })
    expect((await refusal(history('nothing-like-it'))).status).toBe(404)
    expect((await asAdmin()(auditLog, { query: { limit: 1 } })).lines).toEqual(before.lines)
  })
})

describe('a noted refund', () => {
  const note = (reference: string, body: { key?: string; amountKobo?: number } = {}) =>
    asAdmin()(contract.noteRefund, {
      params: { reference },
      body: { key: randomUUID(), note: 'Paid back by bank transfer.', ...body },
    })

  it('ends access immediately, is in the ledger with the admin’s name, and is audited', async () => {
    const student = await makeStudent(t)
    const { id, reference } = await paymentOf(student, ['succeeded'])
    await note(reference)
    expect(await hasAccess(t.app.db, student.id)).toBe(false)
    const found = await history(reference)
    expect(found).toMatchObject({ payment: { state: 'refunded', opensAll: false }, refund: null })
    expect(found.events.at(-1)).toMatchObject({
      kind: 'refunded',
      source: 'admin',
      admin: admin.username,
      amountKobo: 100_000,
      details: { note: 'Paid back by bank transfer.' },
    })
    const { lines } = await asAdmin()(auditLog, { query: { action: 'payment.refund_noted', limit: 1 } })
    expect(lines).toMatchObject([{ subject: { _id: id }, details: { amountKobo: 100_000 } }])
    expect(await refusal(note(reference))).toMatchObject({ status: 409, code: 'refund_refused' })
  })

  it('in part keeps access until everything is refunded, and is never more than what is left', async () => {
    const student = await makeStudent(t)
    const { reference } = await paymentOf(student, ['succeeded'])
    await note(reference, { amountKobo: 40_000 })
    expect(await hasAccess(t.app.db, student.id)).toBe(true)
    expect((await history(reference)).refund).toEqual({ leftKobo: 60_000, mostKobo: 60_000, isWhole: false })
    expect((await refusal(note(reference, { amountKobo: 60_001 }))).errors).toMatchObject([{ path: 'amountKobo' }])
    await note(reference)
    expect(await hasAccess(t.app.db, student.id)).toBe(false)
    expect((await history(reference)).payment.state).toBe('refunded')
  })

  it('in part is shown in the list and its totals, on the payment’s page, and to the student', async () => {
    const student = await makeStudent(t)
    const { reference } = await paymentOf(student, ['succeeded'])
    await paymentOf(student, ['failed'])
    await note(reference, { amountKobo: 40_000 })
    const amounts = { amountKobo: 100_000, refundedKobo: 40_000, state: 'succeeded' }
    expect(await list({ from: today, state: 'succeeded' })).toMatchObject({
      payments: [amounts],
      sums: { confirmed: 1, kobo: 100_000, refundedKobo: 40_000 },
    })
    expect((await list({ from: today, state: 'failed' })).sums).toMatchObject({ refundedKobo: 0 })
    expect((await history(reference)).payment).toMatchObject(amounts)
    const details = await asAdmin()(studentDetails, { params: { username: student.username } })
    expect(details.payments).toMatchObject([{ refundedKobo: 0 }, amounts])
    const own = await t.as(student.token)(listPayments, {})
    expect(own.payments).toMatchObject([{ refundedKobo: 0 }, amounts])
  })

  it('is noted once even if it is sent twenty times concurrently with one key', async () => {
    const { id, reference } = await paymentOf(await makeStudent(t), ['succeeded'])
    const body = { key: randomUUID(), amountKobo: 10_000 }
    await Promise.all(Array.from({ length: 20 }, () => note(reference, body)))
    expect((await history(reference)).refund).toEqual({ leftKobo: 90_000, mostKobo: 90_000, isWhole: false })
    const { lines } = await asAdmin()(auditLog, { query: { action: 'payment.refund_noted' } })
    expect(lines.filter(({ subject }) => subject?._id === id)).toHaveLength(1)
  })

  it('is never more than was paid, even if several admins note one concurrently', async () => {
    const { reference } = await paymentOf(await makeStudent(t), ['succeeded'])
    const results = await Promise.allSettled([1, 2, 3].map(() => note(reference, { amountKobo: 60_000 })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await history(reference)).refund).toEqual({ leftKobo: 40_000, mostKobo: 40_000, isWhole: false })
  })

  it('is refused if no money arrived', async () => {
    const student = await makeStudent(t)
    for (const kinds of [[], ['pending'], ['failed'], ['abandoned']] as PaymentEventKind[][]) {
      const { reference } = await paymentOf(student, kinds)
      expect((await history(reference)).refund).toBeNull()
      expect(await refusal(note(reference))).toMatchObject({ status: 409, code: 'refund_refused' })
    }
  })

  it('settles a mismatched payment if it is refunded in full', async () => {
    const payment = await paymentOf(await makeStudent(t))
    await record(payment, { kind: 'mismatch', key: 'amount 50000', amountKobo: 50_000 })
    const { reference } = payment
    expect(await history(reference)).toMatchObject({
      payment: { attention: 'mismatch', opensAll: false },
      refund: { leftKobo: 50_000, mostKobo: 50_000, isWhole: true },
    })
    expect((await refusal(note(reference, { amountKobo: 20_000 }))).errors).toMatchObject([{ path: 'amountKobo' }])
    await note(reference)
    expect((await history(reference)).payment).toMatchObject({ state: 'refunded', attention: null })
  })

  it('of a second payment leaves the account open', async () => {
    const student = await makeStudent(t)
    await paymentOf(student, ['succeeded'])
    const second = await paymentOf(student, ['succeeded'])
    await note(second.reference)
    expect(await hasAccess(t.app.db, student.id)).toBe(true)
    expect(await references({ from: today, attention: 'yes' })).toEqual([])
  })
})

describe('an admin who rechecks a payment', () => {
  const ask = (reference: string) => asAdmin()(contract.recheckPayment, { params: { reference } })
  const open = async (student: MadeStudent) => {
    const { reference } = await t.as(student.token)(initializePayment, { body: { method: 'checkout' } })
    return reference
  }

  it('credits a payment without a webhook, in the admin’s name, and is audited', async () => {
    const student = await makeStudent(t)
    const reference = await open(student)
    await t.provider.pay(reference, { messages: 'never' })
    expect((await history(reference)).payment).toMatchObject({ isOpen: true, opensAll: false })
    expect(await ask(reference)).toMatchObject({ isFresh: true })
    const found = await history(reference)
    expect(found).toMatchObject({ payment: { state: 'succeeded', isOpen: true }, student: { isPaid: true } })
    expect(found.events.at(-1)).toMatchObject({ kind: 'succeeded', source: 'admin', admin: admin.username })
    const { lines } = await asAdmin()(auditLog, { query: { action: 'payment.checked', limit: 1 } })
    expect(lines).toMatchObject([{ subject: { name: reference }, admin: admin.username }])
  })

  it('fails if the provider does not reply, and nothing changes', async () => {
    const reference = await open(await makeStudent(t))
    t.provider.fault('error')
    expect(await ask(reference)).toEqual({ isFresh: false, message: paymentsText.providerNotResponding })
    t.provider.fault(undefined)
    expect((await history(reference)).events.map(({ kind }) => kind)).toEqual(['opened'])
  })
})

it('totals count payments and refunds by day in Lagos', async () => {
  const student = await makeStudent(t)
  const takenAt = async (time: string) => {
    const payment = await paymentOf(student)
    await recordEvents(t.app, {
      paymentId: payment.id,
      source: 'verify',
      events: [{ kind: 'succeeded', amountKobo: 100_000 }],
      facts: { paidAt: new Date(time), channel: 'card' },
    })
    return payment
  }
  await takenAt(`${today}T22:59:59.999Z`)
  await takenAt(`${today}T23:00:00Z`)
  const back = await takenAt(`${today}T10:00:00Z`)
  await record(back, { kind: 'refunded', key: 'a', amountKobo: 30_000 }, { kind: 'dispute_lost', key: 'b' })
  const mismatch = await paymentOf(student)
  await record(mismatch, { kind: 'mismatch', key: 'amount 5', amountKobo: 5 }, { kind: 'refunded', key: 'c' })
  const reply = await asAdmin()(contract.readPaymentTotals, { query: { from: today, to: today } })
  const sums = { payments: 2, kobo: 200_000, refunds: 1, refundedKobo: 100_000 }
  expect(reply).toEqual({ days: [{ day: today, ...sums }], totals: sums })
})

it('comparisons are listed by day, newest first', async () => {
  const empty = { ourCount: 1, ourKobo: 100_000, theirCount: 2, theirKobo: 200_000, isReported: true }
  const differences = [{ reference: 'abcdefgh', what: 'missed' as const }]
  const rows = ['2025-06-01', '2025-06-02', '2025-06-03'].map((day) => ({ ...empty, day, differences }))
  await t.app.db.insert(paymentComparisons).values(rows.map((row) => ({ ...row, comparedAt: new Date() })))
  const first = await asAdmin()(contract.listPaymentComparisons, { query: { limit: 2 } })
  expect(first).toMatchObject({ comparisons: [{ day: '2025-06-03', differences }, { day: '2025-06-02' }] })
  const rest = await asAdmin()(contract.listPaymentComparisons, { query: { limit: 2, cursor: first.nextCursor ?? '' } })
  expect(rest).toMatchObject({ comparisons: [{ day: '2025-06-01' }], nextCursor: null })
})

describe('an export of payments', () => {
  async function fileOf(order: Extract<ExportOrder, { what: 'payments' }>) {
    const { export: made } = await asAdmin()(startExport, { body: order })
    await waitFor(async () => {
      const { exports } = await asAdmin()(listExports, {})
      expect(exports.find(({ _id }) => _id === made._id)?.state).toBe('ready')
    })
    const { url } = await asAdmin()(linkToExport, { params: { exportId: made._id } })
    return t.http.inject(url)
  }

  it('contains the selected payments, but no formulas', async () => {
    const [student, other] = [await makeStudent(t), await makeStudent(t)]
    const paid = await paymentOf(student, ['succeeded'])
    const opened = await paymentOf(other)
    // Registration refuses such a name, but the export must not rely on that.
    await t.app.db.update(students).set({ username: '=1+1' }).where(eq(students.id, student.id))
    await t.app.db.update(payments).set({ channel: '@SUM(A1)' }).where(eq(payments.id, paid.id))
    const filters = { from: today, search: '' }
    const csv = await fileOf({ what: 'payments', format: 'csv', filters })
    expect(csv.headers['content-disposition']).toBe('attachment; filename="payments.csv"')
    expect(parseCsv(csv.body)).toMatchObject([
      { Reference: opened.reference, State: 'opened', Username: other.username },
      { Reference: paid.reference, State: 'succeeded', Username: "'=1+1", Channel: "'@SUM(A1)", Naira: '1000' },
    ])
    const xlsx = await fileOf({ what: 'payments', format: 'xlsx', filters: { ...filters, state: 'succeeded' } })
    const sheet = read(xlsx.rawPayload).Sheets['Payments'] ?? {}
    expect(utils.sheet_to_json(sheet)).toMatchObject([{ Reference: paid.reference, Username: '=1+1', Naira: 1_000 }])
    const cells = Object.entries(sheet).filter(([name]) => !name.startsWith('!'))
    for (const [, cell] of cells) expect(cell).not.toHaveProperty('f')
  })

  it('is deleted when an account in it is erased', async () => {
    const student = await makeStudent(t)
    await paymentOf(student, ['succeeded'])
    await fileOf({ what: 'payments', format: 'csv', filters: { from: today, search: '' } })
    await erase(student)
    expect((await asAdmin()(listExports, {})).exports).toEqual([])
  })
})

// Tests refunds noted by admins, alone or together with refunds reported by the provider, and the text of the notes.
import { randomUUID } from 'node:crypto'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import * as contract from '@baobab/contract/payments/admin.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makePayment, makeStudent, PASSWORD, type MadeStudent } from '../../../test/factories.ts'
import { eventRows } from '../../../test/payments.ts'
import { hasAccess, type PaymentRow } from '../queries.ts'
import { recordEvents, type NewEvent } from '../record-events.ts'
import { refundNotes } from '../tables.ts'

let student: MadeStudent
let payment: PaymentRow
let noon = new Date('2026-03-01T12:00:00Z')
const t = await openTestApp()
const admin = await makeAdmin(t)
beforeEach(async () => {
  // Each test uses a different day, so that the totals contain only its payments.
  noon = new Date(noon.getTime() + 24 * 3_600_000)
  t.app.clock.set(noon)
  student = await makeStudent(t)
  payment = await makePayment(t, { studentId: student.id, kinds: ['succeeded'] })
})

const WORDS = 'To the account of Ada Okafor.'
const asAdmin = () => t.as(admin.token)
const params = () => ({ reference: payment.reference })
const history = () => asAdmin()(contract.readPaymentHistory, { params: params() })
const note = (amountKobo?: number) =>
  asAdmin()(contract.noteRefund, {
    params: params(),
    body: { key: randomUUID(), note: WORDS, ...(amountKobo === undefined ? {} : { amountKobo }) },
  })
const record = (...events: NewEvent[]) => recordEvents(t.app, { paymentId: payment.id, source: 'webhook', events })
async function totals() {
  const day = lagosDate(t.app.clock.now())
  const reply = await asAdmin()(contract.readPaymentTotals, { query: { from: day, to: day } })
  const { kobo, refunds, refundedKobo } = reply.totals
  return { kobo, refunds, refundedKobo }
}

describe('a refund that is both noted and reported', () => {
  it.each(['noted first', 'reported first'])('counts once and keeps access if it is half (%s)', async (order) => {
    const reportRefund = () => record({ kind: 'refunded', key: 'r', amountKobo: 50_000 })
    if (order === 'reported first') await reportRefund()
    await note(50_000)
    if (order === 'noted first') await reportRefund()
    expect(await hasAccess(t.app.db, student.id)).toBe(true)
    expect(await history()).toMatchObject({
      payment: { state: 'succeeded' },
      refund: { leftKobo: 50_000, mostKobo: 50_000, isWhole: false },
    })
    expect(await totals()).toMatchObject({ refunds: 1, refundedKobo: 50_000 })
  })

  it('of the whole amount counts as no more than was paid', async () => {
    await note()
    await record({ kind: 'refunded', key: 'r', amountKobo: 100_000 }, { kind: 'refunded', key: 'reversed' })
    expect(await totals()).toMatchObject({ refunds: 1, refundedKobo: 100_000 })
  })
})

it('an admin can note the whole amount if the provider reported most of it', async () => {
  await record({ kind: 'refunded', key: 'r', amountKobo: 90_000 })
  expect((await history()).refund).toEqual({ leftKobo: 10_000, mostKobo: 100_000, isWhole: false })
  await note(100_000)
  expect(await hasAccess(t.app.db, student.id)).toBe(false)
})

it('the remaining amount is right, however long the history is', async () => {
  await record(...Array.from({ length: 600 }, (_, n) => ({ kind: 'note' as const, key: `${n}` })))
  await note(40_000)
  expect((await history()).refund).toEqual({ leftKobo: 60_000, mostKobo: 60_000, isWhole: false })
  expect(await refusal(note(60_001))).toMatchObject({ errors: [{ path: 'amountKobo' }] })
})

describe('an admin’s note about a refund', () => {
  it('is in the history and in the student’s data export, but not in the ledger', async () => {
    await note(10_000)
    expect((await history()).events.at(-1)).toMatchObject({ kind: 'refunded', details: { note: WORDS } })
    expect(JSON.stringify(await eventRows(t, payment.reference))).not.toContain('Okafor')
    expect((await t.as(student.token)(exportData, {})).tables['refundNotes']).toMatchObject([{ note: WORDS }])
  })

  it('is erased with the account, but the ledger still shows that there was one', async () => {
    await note(10_000)
    await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
    const notes = await t.app.db.select().from(refundNotes)
    expect(notes.filter(({ paymentId }) => paymentId === payment.id)).toEqual([])
    const last = (await history()).events.at(-1)
    expect(last).toMatchObject({ kind: 'refunded', amountKobo: 10_000, details: { hasNote: true } })
    expect(last?.details).not.toHaveProperty('note')
  })
})

// The mails of payments, as they lie in the mailbox: who gets one, how often, and what stands in it.
import { studentNotifications } from '@baobab/contract/notifications.ts'
import * as privacy from '@baobab/contract/privacy.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type ReceivedMail, type TestApp } from '../../test/harness.ts'
import { makeAdmin, makeAnotherAdmin, makeStudent, PASSWORD, unique, type MadeAdmin } from '../../test/factories.ts'
import { becomes, paymentCalls, paymentRow } from '../../test/payments.ts'
import { students } from '../accounts/tables.ts'
import { receiptMail } from '../mails/receipt.ts'
import { sendComparisonMail } from './daily-comparison.ts'
import { paymentComparisons } from './tables.ts'

let t: TestApp
let calls: ReturnType<typeof paymentCalls>
let admins: MadeAdmin[]
beforeAll(async () => {
  t = await startTestApp()
  calls = paymentCalls(t)
  const first = await makeAdmin(t)
  admins = [first, await makeAnotherAdmin(t, first)]
})
afterAll(() => t.close())

/** Mails to an address about a payment, once every mail that is on its way has gone. */
async function mailsAbout(to: string, reference: string): Promise<ReceivedMail[]> {
  await vi.waitFor(
    async () => {
      const { rows } = await t.app.db.execute(sql`
        select name from pgboss.job where state in ('created', 'retry', 'active')
          and name in ('settle-payment', 'payment-receipts', 'payment-alerts', 'payment-alert-mails')`)
      expect(rows).toEqual([])
    },
    { timeout: 20_000, interval: 20 },
  )
  const reply = await t.http.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(to)}`)
  return reply.json<ReceivedMail[]>().filter(({ text }) => text.includes(reference))
}

const alerts = (reference: string) => Promise.all(admins.map(({ email }) => mailsAbout(email, reference)))

async function payAsStudent(student: { token: string }): Promise<string> {
  const { reference } = await calls.open(student)
  await t.provider.pay(reference)
  await becomes(t, reference, { state: 'succeeded' })
  return reference
}

async function payAsParent(student: { token: string }, email: string): Promise<string> {
  const { reference } = await calls.openByLink(await calls.linkOf(student), email)
  await t.provider.pay(reference, { channel: 'bank_transfer' })
  await becomes(t, reference, { state: 'succeeded' })
  return reference
}

describe('a receipt', () => {
  it('goes to the student who paid: the sum as people write it, what for, when in Lagos, and how', async () => {
    const student = await makeStudent(t)
    const reference = await payAsStudent(student)
    const mails = await mailsAbout(student.email, reference)
    expect(mails).toHaveLength(1)
    const [{ subject, text, html } = { subject: '', text: '', html: '' }] = mails
    expect(subject).toBe('Your receipt from Baobab')
    expect(text).toContain('every video and every quiz is open to you now')
    expect(text).toContain('Amount: ₦1,000\n')
    expect(text).toContain(`For: everything on Baobab, for the account ${student.username}\n`)
    expect(text).toContain(`Reference: ${reference}\n`)
    expect(text).toMatch(/Paid: \d{1,2} \w+ \d{4} at \d{2}:\d{2} \(Lagos\)\nBy: Card\n/)
    expect(html).toContain('₦1,000<br>')
    expect(await alerts(reference)).toEqual([[], []])
  })

  it('goes once, whatever comes twice', async () => {
    const student = await makeStudent(t)
    const { reference } = await calls.open(student)
    await t.provider.pay(reference, { messages: 'twice' })
    await Promise.all(Array.from({ length: 5 }, () => calls.verify(student, reference)))
    await t.provider.send(reference, 'charge.success', 3)
    expect(await mailsAbout(student.email, reference)).toHaveLength(1)
  })

  it('goes to the parent who paid by the link too, in words for a parent', async () => {
    const student = await makeStudent(t)
    const parent = `${unique('p')}@parent.example`
    const reference = await payAsParent(student, parent)
    const [toParent, ...more] = await mailsAbout(parent, reference)
    expect(more).toEqual([])
    expect(toParent?.text).toContain(`Your payment for the account ${student.username} has arrived`)
    expect(toParent?.text).toContain('By: Bank transfer\n')
    const [toStudent] = await mailsAbout(student.email, reference)
    expect(toStudent?.text).toContain('is open to you now')
  })

  it('comes once where the parent gave the address of the student', async () => {
    const student = await makeStudent(t)
    const reference = await payAsParent(student, student.email.toUpperCase())
    const mails = [
      ...(await mailsAbout(student.email, reference)),
      ...(await mailsAbout(student.email.toUpperCase(), reference)),
    ]
    expect(new Set(mails.map(({ text }) => text)).size).toBe(1)
    expect(mails[0]?.text).toContain('is open to you now')
  })

  it('is not sent to an address that mail came back from; the parent gets it all the same', async () => {
    const student = await makeStudent(t)
    await t.app.db.update(students).set({ emailBouncedAt: new Date() }).where(eq(students.id, student.id))
    const parent = `${unique('p')}@parent.example`
    const reference = await payAsParent(student, parent)
    expect(await mailsAbout(parent, reference)).toHaveLength(1)
    expect(await mailsAbout(student.email, reference)).toEqual([])
  })

  it('goes to nobody where the account was deleted before the money came; the office is told to give it back', async () => {
    const student = await makeStudent(t)
    const parent = `${unique('p')}@parent.example`
    const { reference } = await calls.openByLink(await calls.linkOf(student), parent)
    await t.as(student.token)(privacy.eraseAccount, { body: { password: PASSWORD } })
    await t.provider.pay(reference)
    await becomes(t, reference, { attention: 'refund-due' })
    expect(await mailsAbout(student.email, reference)).toEqual([])
    expect(await mailsAbout(parent, reference)).toEqual([])
    const told = await alerts(reference)
    expect(told.map((mails) => mails.length)).toEqual([1, 1])
    expect(told[0]?.[0]?.text).toContain('or is gone')
  })

  it('is a receipt of Lagos, also just after midnight there', () => {
    const payment = { reference: 'abc', amountKobo: 150_050, state: 'succeeded', attention: null, channel: 'ussd' }
    const paidAt = new Date('2026-11-19T23:30:00Z')
    const { text } = receiptMail({
      username: 'ada',
      to: 'student',
      payment: { ...payment, paidAt },
      publicUrl: 'http://x',
    })
    expect(text).toContain('Amount: ₦1,500.50\n')
    expect(text).toContain('Paid: 20 November 2026 at 00:30 (Lagos)\nBy: USSD\n')
  })

  it('does not say that all is open where the money has gone back already', () => {
    const payment = {
      reference: 'abc',
      amountKobo: 100_000,
      state: 'refunded',
      attention: null,
      paidAt: null,
      channel: null,
    }
    const { text } = receiptMail({ username: 'ada', to: 'parent', payment, publicUrl: 'http://x' })
    expect(text).toContain('has been given back since')
    expect(text).not.toContain('open there now')
  })
})

describe('every admin is told once', () => {
  it('of money that does not fit, with the way to it', async () => {
    const student = await makeStudent(t)
    const { reference } = await calls.open(student)
    await t.provider.pay(reference, { amount: 100 })
    await becomes(t, reference, { attention: 'mismatch' })
    await t.provider.send(reference, 'charge.success', 2)
    await calls.check(student, reference)
    const told = await alerts(reference)
    expect(told.map((mails) => mails.length)).toEqual([1, 1])
    const [mail] = told[0] ?? []
    expect(mail?.subject).toBe(`A payment needs you: ${reference}`)
    expect(mail?.text).toContain('Nobody was credited')
    expect(mail?.text).toContain('Agreed: ₦1,000\n')
    expect(mail?.text).toContain(`http://localhost:3000/admin/payment?reference=${reference}`)
    expect(await mailsAbout(student.email, reference)).toEqual([])
  })

  it('of a second payment, whose payer reads that it will be given back', async () => {
    const student = await makeStudent(t)
    const parent = `${unique('p')}@parent.example`
    const second = await calls.openByLink(await calls.linkOf(student), parent)
    const first = await payAsStudent(student)
    await t.provider.pay(second.reference)
    await becomes(t, second.reference, { attention: 'refund-due' })
    expect((await alerts(second.reference)).map((mails) => mails.length)).toEqual([1, 1])
    expect(await alerts(first)).toEqual([[], []])
    const [receipt] = await mailsAbout(parent, second.reference)
    expect(receipt?.subject).toBe('Paid twice: your receipt from Baobab')
    expect(receipt?.text).toContain('This payment will be given back')
    expect(receipt?.text).not.toContain('is open there now')
  })

  it('of money that was given back, to whoever paid it; the account that was paid twice stays open', async () => {
    const student = await makeStudent(t)
    const parent = `${unique('p')}@parent.example`
    const second = await calls.openByLink(await calls.linkOf(student), parent)
    await payAsStudent(student)
    await t.provider.pay(second.reference)
    await becomes(t, second.reference, { attention: 'refund-due' })
    await t.provider.refund(second.reference)
    for (const to of [parent, student.email]) {
      const [mail] = await t.mails(to, 'Given back: your receipt from Baobab')
      expect(mail?.text).toContain('has been given back since')
      expect(mail?.text).toContain(second.reference)
    }
    const { notifications } = await t.as(student.token)(studentNotifications, {
      params: { username: student.username },
      query: {},
    })
    expect(notifications.map(({ title }) => title)).toContain('Your second payment was given back')
  })

  it('of a dispute, however often the provider reminds of it', async () => {
    const student = await makeStudent(t)
    const reference = await payAsStudent(student)
    await t.provider.dispute(reference)
    await becomes(t, reference, { attention: 'disputed' })
    await t.provider.remind(reference)
    await t.provider.remind(reference)
    expect((await alerts(reference)).map((mails) => mails.length)).toEqual([1, 1])
    await t.provider.resolve(reference, 'declined')
    await becomes(t, reference, { attention: null })
    expect((await alerts(reference)).map((mails) => mails.length)).toEqual([1, 1])
    expect((await paymentRow(t, reference)).state).toBe('succeeded')
  })
})

it('no mail of a comparison is sent for a day that has come right by then', async () => {
  const row = { ourCount: 1, ourKobo: 1, theirCount: 1, theirKobo: 1, differences: [], isReported: true }
  await t.app.db.insert(paymentComparisons).values({ day: '2026-01-02', ...row, comparedAt: new Date() })
  const [{ id, email } = { id: '', email: '' }] = admins
  await sendComparisonMail(t.app, { day: '2026-01-02', adminId: id })
  const reply = await t.http.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(email)}`)
  expect(reply.json<ReceivedMail[]>().filter(({ subject }) => subject.includes('2 January 2026'))).toEqual([])
})

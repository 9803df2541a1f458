// Tests the mails about payments as they arrive in the mailbox: who gets them, how many, and with what content.
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import * as privacy from '@baobab/contract/privacy/endpoints.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ReceivedMail, openTestApp } from '../../test/harness.ts'
import { makeAdmin, makeAnotherAdmin, makeStudent, PASSWORD, unique, type MadeAdmin } from '../../test/factories.ts'
import { waitForPayment, paymentCalls, paymentRow } from '../../test/payments.ts'
import { students } from '../accounts/tables.ts'
import { receiptMail } from '../mails/receipt.ts'
import { sendComparisonMail } from './daily-comparison.ts'
import { paymentComparisons } from './tables.ts'
import { waitFor } from '../../test/wait-for.ts'

/** An owner and a finance admin, who get the mails, and one admin with each other role. */
let admins: MadeAdmin[]
let others: MadeAdmin[]
const t = await openTestApp()
const calls = paymentCalls(t)
beforeAll(async () => {
  const first = await makeAdmin(t)
  admins = [first, await makeAnotherAdmin(t, first, 'finance')]
  others = await Promise.all(
    (['content', 'support', 'auditor'] as const).map((role) => makeAnotherAdmin(t, first, role)),
  )
})

/** Returns the mails to an address about a payment once no more are queued. */
async function mailsAbout(to: string, reference: string): Promise<ReceivedMail[]> {
  await waitFor(async () => {
    const { rows } = await t.app.db.execute(sql`
        select name from pgboss.job where state in ('created', 'retry', 'active')
          and name in ('settle-payment', 'payment-receipts', 'payment-alerts', 'payment-alert-mails')`)
    expect(rows).toEqual([])
  })
  const reply = await t.http.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(to)}`)
  return reply.json<ReceivedMail[]>().filter(({ text }) => text.includes(reference))
}

const alerts = (reference: string) => Promise.all(admins.map(({ email }) => mailsAbout(email, reference)))

async function payAsStudent(student: { token: string }): Promise<string> {
  const { reference } = await calls.open(student)
  await t.provider.pay(reference)
  await waitForPayment(t, reference, { state: 'succeeded' })
  return reference
}

async function payAsParent(student: { token: string }, email: string): Promise<string> {
  const { reference } = await calls.openByLink(await calls.linkOf(student), email)
  await t.provider.pay(reference, { channel: 'bank_transfer' })
  await waitForPayment(t, reference, { state: 'succeeded' })
  return reference
}

describe('a receipt', () => {
  it('is sent to the student who paid, with the amount, the purpose, the time in Lagos and the channel', async () => {
    const student = await makeStudent(t)
    const reference = await payAsStudent(student)
    const mails = await mailsAbout(student.email, reference)
    expect(mails).toHaveLength(1)
    const [{ subject, text, html } = { subject: '', text: '', html: '' }] = mails
    expect(subject).toBe('Your receipt from Baobab')
    expect(text).toContain('every video and every quiz is now open to you')
    expect(text).toContain('Amount: ₦1,000\n')
    expect(text).toContain(`For: everything on Baobab, for the account ${student.username}\n`)
    expect(text).toContain(`Reference: ${reference}\n`)
    expect(text).toMatch(/Paid: \d{1,2} \w+ \d{4}, \d{1,2}:\d{2} [ap]m \(Lagos\)\nPaid with: Card\n/)
    expect(html).toContain('₦1,000<br>')
    expect(await alerts(reference)).toEqual([[], []])
  })

  it('is sent once, even if events are reported twice', async () => {
    const student = await makeStudent(t)
    const { reference } = await calls.open(student)
    await t.provider.pay(reference, { messages: 'twice' })
    await Promise.all(Array.from({ length: 5 }, () => calls.verify(student, reference)))
    await t.provider.send(reference, 'charge.success', 3)
    expect(await mailsAbout(student.email, reference)).toHaveLength(1)
  })

  it('is also sent to the parent who paid through the link, worded for a parent', async () => {
    const student = await makeStudent(t)
    const parent = `${unique('p')}@parent.example`
    const reference = await payAsParent(student, parent)
    const [toParent, ...more] = await mailsAbout(parent, reference)
    expect(more).toEqual([])
    expect(toParent?.text).toContain(`We got your payment for the account ${student.username}`)
    expect(toParent?.text).toContain('Paid with: Bank transfer\n')
    const [toStudent] = await mailsAbout(student.email, reference)
    expect(toStudent?.text).toContain('is now open to you')
  })

  it('is sent only once if the parent gave the student’s address', async () => {
    const student = await makeStudent(t)
    const reference = await payAsParent(student, student.email.toUpperCase())
    const mails = [
      ...(await mailsAbout(student.email, reference)),
      ...(await mailsAbout(student.email.toUpperCase(), reference)),
    ]
    expect(new Set(mails.map(({ text }) => text)).size).toBe(1)
    expect(mails[0]?.text).toContain('is now open to you')
  })

  it('is not sent to an address that bounced; the parent still gets it', async () => {
    const student = await makeStudent(t)
    await t.app.db.update(students).set({ emailBouncedAt: new Date() }).where(eq(students.id, student.id))
    const parent = `${unique('p')}@parent.example`
    const reference = await payAsParent(student, parent)
    expect(await mailsAbout(parent, reference)).toHaveLength(1)
    expect(await mailsAbout(student.email, reference)).toEqual([])
  })

  it('is not sent if the account was deleted before the money arrived; the admins are asked to refund it', async () => {
    const student = await makeStudent(t)
    const parent = `${unique('p')}@parent.example`
    const { reference } = await calls.openByLink(await calls.linkOf(student), parent)
    await t.as(student.token)(privacy.eraseAccount, { body: { password: PASSWORD } })
    await t.provider.pay(reference)
    await waitForPayment(t, reference, { attention: 'refund-due' })
    expect(await mailsAbout(student.email, reference)).toEqual([])
    expect(await mailsAbout(parent, reference)).toEqual([])
    const sent = await alerts(reference)
    expect(sent.map((mails) => mails.length)).toEqual([1, 1])
    expect(sent[0]?.[0]?.text).toContain('or has been deleted')
  })

  it('has the date in Lagos, even just after midnight there', () => {
    const payment = { reference: 'abc', amountKobo: 150_050, state: 'succeeded', attention: null, channel: 'ussd' }
    const paidAt = new Date('2026-11-19T23:30:00Z')
    const { text } = receiptMail({
      username: 'ada',
      to: 'student',
      payment: { ...payment, paidAt },
      publicUrl: 'http://x',
    })
    expect(text).toContain('Amount: ₦1,500.50\n')
    expect(text).toContain('Paid: 20 November 2026, 12:30 am (Lagos)\nPaid with: USSD\n')
  })

  it('does not say that everything is open if the money was already refunded', () => {
    const payment = {
      reference: 'abc',
      amountKobo: 100_000,
      state: 'refunded',
      attention: null,
      paidAt: null,
      channel: null,
    }
    const { text } = receiptMail({ username: 'ada', to: 'parent', payment, publicUrl: 'http://x' })
    expect(text).toContain('We refunded')
    expect(text).not.toContain('now open')
  })

  it('is sent again, marked as refunded, to student and parent when a second payment is refunded; the account stays open', async () => {
    const student = await makeStudent(t)
    const parent = `${unique('p')}@parent.example`
    const second = await calls.openByLink(await calls.linkOf(student), parent)
    await payAsStudent(student)
    await t.provider.pay(second.reference)
    await waitForPayment(t, second.reference, { attention: 'refund-due' })
    await t.provider.refund(second.reference)
    for (const to of [parent, student.email]) {
      const [mail] = await t.mails(to, 'Refunded: your receipt from Baobab')
      expect(mail?.text).toContain('We refunded')
      expect(mail?.text).toContain(second.reference)
    }
    const { notifications } = await t.as(student.token)(studentNotifications, {
      params: { username: student.username },
      query: {},
    })
    expect(notifications.map(({ title }) => title)).toContain('Your second payment was refunded')
  })
})

describe('every owner and finance admin is mailed once', () => {
  it('P-04 about a mismatched amount, with a link to the payment', async () => {
    const student = await makeStudent(t)
    const { reference } = await calls.open(student)
    await t.provider.pay(reference, { amount: 100 })
    await waitForPayment(t, reference, { attention: 'mismatch' })
    await t.provider.send(reference, 'charge.success', 2)
    await calls.check(student, reference)
    const sent = await alerts(reference)
    expect(sent.map((mails) => mails.length)).toEqual([1, 1])
    const [mail] = sent[0] ?? []
    expect(mail?.subject).toBe(`A payment needs your attention: ${reference}`)
    expect(mail?.text).toContain('The account was not opened')
    expect(mail?.text).toContain('Expected amount: ₦1,000\n')
    expect(mail?.text).toContain(`http://localhost:3000/admin/payment?reference=${reference}`)
    for (const { email } of [student, ...others]) expect(await mailsAbout(email, reference)).toEqual([])
  })

  it('P-17 about a second payment, and its receipt says that it will be refunded', async () => {
    const student = await makeStudent(t)
    const parent = `${unique('p')}@parent.example`
    const second = await calls.openByLink(await calls.linkOf(student), parent)
    const first = await payAsStudent(student)
    await t.provider.pay(second.reference)
    await waitForPayment(t, second.reference, { attention: 'refund-due' })
    expect((await alerts(second.reference)).map((mails) => mails.length)).toEqual([1, 1])
    expect(await alerts(first)).toEqual([[], []])
    const [receipt] = await mailsAbout(parent, second.reference)
    expect(receipt?.subject).toBe('Paid twice: your receipt from Baobab')
    expect(receipt?.text).toContain('We will refund this payment')
    expect(receipt?.text).not.toContain('now open')
  })

  it('about a dispute, however many reminders the provider sends', async () => {
    const student = await makeStudent(t)
    const reference = await payAsStudent(student)
    await t.provider.dispute(reference)
    await waitForPayment(t, reference, { attention: 'disputed' })
    await t.provider.remind(reference)
    await t.provider.remind(reference)
    expect((await alerts(reference)).map((mails) => mails.length)).toEqual([1, 1])
    await t.provider.resolve(reference, 'declined')
    await waitForPayment(t, reference, { attention: null })
    expect((await alerts(reference)).map((mails) => mails.length)).toEqual([1, 1])
    expect((await paymentRow(t, reference)).state).toBe('succeeded')
  })
})

it('no mail is sent about a comparison that no longer has differences', async () => {
  const row = { ourCount: 1, ourKobo: 1, theirCount: 1, theirKobo: 1, differences: [], isReported: true }
  await t.app.db.insert(paymentComparisons).values({ day: '2026-01-02', ...row, comparedAt: new Date() })
  const [{ id, email } = { id: '', email: '' }] = admins
  await sendComparisonMail(t.app, { day: '2026-01-02', adminId: id })
  const reply = await t.http.inject(`/sandbox/mailbox/messages?to=${encodeURIComponent(email)}`)
  expect(reply.json<ReceivedMail[]>().filter(({ subject }) => subject.includes('2 January 2026'))).toEqual([])
})

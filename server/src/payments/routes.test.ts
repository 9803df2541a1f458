// Tests opening, verifying, checking and listing payments, by students and by parents with a link, against the sandbox's
// provider over HTTP. `routes.rest.test.ts` covers a provider that hangs or sends other kinds of nonsense.
import { PAY_LINK_MS } from '@baobab/contract/payments/rules.ts'
import { forgotPassword, logInStudent, resetPassword } from '@baobab/contract/accounts/endpoints.ts'
import * as contract from '@baobab/contract/payments/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { changeSettings } from '@baobab/contract/settings/endpoints.ts'
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { atOnce } from '../../test/connections.ts'
import { refusal } from '../../test/refusal.ts'
import { startTestApp, openTestApp } from '../../test/harness.ts'
import { makeAdmin, makePaidStudent, makeStudent, PASSWORD, type MadeStudent } from '../../test/factories.ts'
import { waitForPayment, loadEventKinds, paymentCalls, paymentRow } from '../../test/payments.ts'
import { askProvider } from './ask-provider.ts'
import { openPayment } from './open-payment.ts'
import { outliveAnswer, restoreProvider, statusOfVerify, verifyLater } from '../../test/verify-later.ts'

let student: MadeStudent
// Many students register and log in here, which would exceed the rate limits.
const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
beforeEach(async () => {
  t.provider.messages = 'never'
  student = await makeStudent(t)
})
afterEach(() => restoreProvider(t))

const MINUTE = 60_000
const calls = () => paymentCalls(t)
const open = (who = student) => calls().open(who)
const later = () => outliveAnswer(t)
const verify = (reference: string, who = student) => verifyLater(t, who, reference)
const getStatus = (reference: string) => statusOfVerify(t, student, reference)

describe('opening a payment', () => {
  it('P-02 sends the price to the provider and returns what its pop-up needs', async () => {
    const checkout = await open()
    expect(checkout).toMatchObject({
      reference: expect.stringMatching(/^[0-9a-f]{32}$/),
      accessCode: expect.any(String),
      authorizationUrl: expect.stringContaining('/sandbox/paystack/'),
      scriptUrl: t.paystack.scriptUrl,
      publicKey: t.paystack.publicKey,
      email: student.email,
      amountKobo: 100_000,
      currency: 'NGN',
      country: 'NG',
    })
    expect(t.provider.transaction(checkout.reference)).toMatchObject({
      requestedAmount: 100_000,
      currency: 'NGN',
      email: student.email,
      callbackUrl: 'http://localhost:3000/student/successss',
      metadata: { cancel_action: 'http://localhost:3000/student/payment' },
    })
    expect(await paymentRow(t, checkout.reference)).toMatchObject({
      state: 'opened',
      openedBy: 'student',
      payerEmail: null,
    })
    expect(JSON.stringify(checkout)).not.toContain(t.paystack.secretKey)
  })

  it('P-18 twice within half an hour returns the same reference', async () => {
    const first = await open()
    t.app.clock.advance(29 * MINUTE)
    expect(await open()).toEqual(first)
    t.app.clock.advance(2 * MINUTE)
    expect((await open()).reference).not.toBe(first.reference)
  })

  it('twenty times concurrently opens only one', async () => {
    const outcomes = await atOnce(20, () => open())
    expect(new Set(outcomes.map((outcome) => (outcome as contract.Checkout).reference)).size).toBe(1)
    expect((await calls().list(student)).payments).toHaveLength(1)
    const { reference } = outcomes[0] as contract.Checkout
    expect((await loadEventKinds(t, reference)).filter((kind) => kind === 'opened')).toHaveLength(1)
  })

  it('P-02 accepts no amount or reference from the browser', async () => {
    for (const payload of [{ amount: 100 }, { amountKobo: 100 }, { reference: 'mine-mine-mine' }, { method: 'cash' }]) {
      const headers = { authorization: `Bearer ${student.token}` }
      const reply = await t.http.inject({ method: 'POST', url: '/api/payments/initialize', headers, payload })
      expect(reply.statusCode).toBe(400)
    }
  })

  it('uses the new price once it has changed; a payment opened earlier keeps the old one', async () => {
    const admin = await makeAdmin(t)
    const setPrice = (priceKobo: number) => t.as(admin.token)(changeSettings, { body: { priceKobo } })
    const first = await open()
    await setPrice(150_000)
    try {
      const second = await open()
      expect(second).toMatchObject({ amountKobo: 150_000 })
      expect(second.reference).not.toBe(first.reference)
      await t.provider.pay(first.reference)
      expect(await verify(first.reference)).toMatchObject({ success: true })
    } finally {
      await setPrice(100_000)
    }
  })

  it('P-17 is refused to a student who has paid', async () => {
    const paid = await makePaidStudent(t)
    expect(await refusal(open(paid))).toMatchObject({ status: 409, code: 'already_paid' })
  })

  it('asks the provider first, and finds that the last one was paid', async () => {
    const { reference } = await open()
    await t.provider.pay(reference)
    expect(await refusal(open())).toMatchObject({ status: 409, code: 'already_paid' })
    expect(await calls().isPaid(student)).toBe(true)
  })

  it('is refused for a day while money is on its way under an older reference', async () => {
    const { reference } = await open()
    await t.provider.pending(reference)
    // One reference can be paid only once, so within half an hour it is returned again.
    expect((await open()).reference).toBe(reference)
    t.app.clock.advance(31 * MINUTE)
    expect(await refusal(open())).toMatchObject({ status: 409, code: 'payment_pending' })
    t.app.clock.advance(24 * 60 * MINUTE)
    // The session has expired by then.
    const page = 'http://localhost:3000/student/payment'
    const opener = {
      studentId: student.id,
      by: 'student',
      method: 'checkout',
      callbackUrl: page,
      cancelUrl: page,
    } as const
    expect((await openPayment(t.app, opener)).reference).not.toBe(reference)
  })

  it('is also refused if the payment was abandoned before the money was on its way', async () => {
    const { reference } = await open()
    await refusal(verify(reference))
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'abandoned' })
    await t.provider.pending(reference)
    t.app.clock.advance(31 * MINUTE)
    expect(await refusal(open())).toMatchObject({ status: 409, code: 'payment_pending' })
  })

  it('creates another payment after the bank has declined', async () => {
    const { reference } = await open()
    await t.provider.decline(reference)
    await refusal(verify(reference))
    expect((await open()).reference).not.toBe(reference)
  })

  it.each(['error', 'html'] as const)(
    'B-11 says that the provider is unavailable (%s), and works as soon as it is back',
    async (fault) => {
      t.provider.fault(fault, 1)
      expect(await refusal(open())).toMatchObject({ status: 503, code: 'provider_away', retryAfter: 5 })
      t.provider.fault(undefined)
      const { reference } = await open()
      await t.provider.pay(reference)
      expect(await verify(reference)).toMatchObject({ success: true })
    },
  )

  it('is limited to ten an hour; payments that the provider never opened do not count', async () => {
    for (let n = 0; n < 4; n += 1) {
      t.provider.fault('error', 1)
      await refusal(open())
    }
    for (let n = 0; n < 10; n += 1) {
      const { reference } = await open()
      await t.provider.decline(reference)
      await refusal(verify(reference))
    }
    expect(await refusal(open())).toMatchObject({ status: 429, code: 'too_many_requests', retryAfter: 3_600 })
    t.app.clock.advance(61 * MINUTE)
    await open()
  })

  it('P-23 requires a guardian’s consent if the child needs it, even with a payment link', async () => {
    const token = await calls().linkOf(student)
    const strict = await startTestApp({ GUARDIAN_CONSENT: 'under-18', RATE_LIMIT_FACTOR: '0' }, t)
    const at = paymentCalls(strict)
    try {
      const attempts = [
        () => at.open(student),
        () => at.open(student, 'wallet'),
        () => at.linkOf(student),
        // This link was created earlier.
        () => at.openByLink(token, 'mum@home.example'),
      ]
      for (const attempt of attempts) {
        const asked = await refusal(attempt())
        expect(asked).toMatchObject({ status: 403, code: 'consent_needed' })
        expect(asked.message).not.toMatch(/consent_needed/)
      }
      expect((await at.list(student)).payments).toEqual([])
      await t.app.pool.query('update students set guardian_agreed_at = now() where id = $1', [student.id])
      expect(await at.open(student)).toMatchObject({ email: student.email })
      expect(await at.openByLink(await at.linkOf(student), 'mum@home.example')).toMatchObject({ amountKobo: 100_000 })
    } finally {
      await strict.close()
    }
  })
})

describe('a wallet', () => {
  it('gets one of our references, and its amount is compared with the price', async () => {
    const { reference, accessCode, authorizationUrl, amountKobo, email } = await calls().open(student, 'wallet')
    expect({ accessCode, authorizationUrl }).toEqual({ accessCode: null, authorizationUrl: null })
    expect(t.provider.transaction(reference)).toBeUndefined()
    expect(await getStatus(reference)).toBe(202)
    await t.provider.open({ reference, email, amount: amountKobo })
    await t.provider.pay(reference, { channel: 'apple_pay' })
    expect(await verify(reference)).toMatchObject({ success: true, payment: { channel: 'apple_pay' } })
  })

  it('with a different amount credits nothing', async () => {
    const { reference, email } = await calls().open(student, 'wallet')
    await t.provider.open({ reference, email, amount: 100 })
    await t.provider.pay(reference)
    expect(await refusal(verify(reference))).toMatchObject({ status: 402 })
    expect(await calls().isPaid(student)).toBe(false)
  })
})

describe('verifying', () => {
  let reference: string
  beforeEach(async () => {
    reference = (await open()).reference
  })

  it('credits a paid payment, and replies with the expected sentence', async () => {
    await t.provider.pay(reference)
    const reply = await verify(reference)
    expect(reply).toMatchObject({
      success: true,
      pending: false,
      message: 'Payment verified! Updating your account...',
      payment: { reference, state: 'succeeded', channel: 'card', paidAt: expect.any(String), isRefundDue: false },
    })
    expect(await verify(reference)).toEqual(reply)
    expect(await loadEventKinds(t, reference)).toEqual(['opened', 'succeeded'])
    const receipts = await t.mails(student.email, 'Your receipt from Baobab')
    expect(receipts).toHaveLength(1)
    expect(receipts[0]?.text).toContain(reference)
  })

  it('does not ask the provider about a settled payment', async () => {
    await t.provider.pay(reference)
    await verify(reference)
    const before = t.provider.calls().length
    await verify(reference)
    expect(t.provider.calls()).toHaveLength(before)
  })

  it('uses the requested amount if the payer bears the fees', async () => {
    await t.provider.pay(reference, { bearer: 'customer' })
    expect(t.provider.transaction(reference)?.amount).toBeGreaterThan(100_000)
    expect(await verify(reference)).toMatchObject({ success: true, payment: { amountKobo: 100_000 } })
  })

  it.each([
    ['another amount', { amount: 100 }],
    ['more than the price', { amount: 100_001 }],
    ['another currency', { currency: 'GHS' }],
    ['dollars', { currency: 'USD' }],
    ['the other mode', { domain: 'live' }],
  ])('P-04 P-05 refuses a payment with %s, and shows it to the admins', async (_, paying) => {
    await t.provider.pay(reference, paying)
    expect(await refusal(verify(reference))).toMatchObject({
      status: 402,
      code: 'payment_unverified',
      message: 'Payment verification failed. Try again.',
    })
    expect(await paymentRow(t, reference)).toMatchObject({ attention: 'mismatch', confirmedAt: null })
    expect(await calls().isPaid(student)).toBe(false)
    expect(await calls().check(student, reference)).toMatchObject({
      message: 'We received a different amount than expected. Our team will check it and email you.',
    })
  })

  it("P-02 P-03 refuses another student's payment like an unknown one", async () => {
    await t.provider.pay(reference)
    const other = await makeStudent(t)
    const foreign = await refusal(verify(reference, other))
    const unknown = await refusal(verify('f'.repeat(32), other))
    expect(foreign).toMatchObject({ status: 404, message: 'Payment verification failed. Try again.' })
    expect([foreign.status, foreign.code, foreign.message]).toEqual([unknown.status, unknown.code, unknown.message])
    expect([await calls().isPaid(other), await calls().isPaid(student)]).toEqual([false, false])
  })

  it.each(['<script>alert(1)</script>', '../../etc', 'a', 'a'.repeat(65), 'with_underscore', 'ünïcode-reference', ''])(
    'P-22 refuses the reference %j',
    async (odd) => {
      expect(await refusal(verify(odd))).toMatchObject({ status: 400 })
    },
  )

  it('P-06 refuses abandoned and failed payments, and keeps asking about them', async () => {
    expect(await refusal(verify(reference))).toMatchObject({ status: 402 })
    await t.provider.decline(reference)
    expect(await refusal(verify(reference))).toMatchObject({ status: 402 })
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'failed', nextAskAt: expect.any(Date) })
    await t.provider.pay(reference)
    expect(await verify(reference)).toMatchObject({ success: true })
    expect(await loadEventKinds(t, reference)).toEqual(['opened', 'abandoned', 'failed', 'succeeded'])
  })

  it('P-06 waits for a pending payment, even if it was abandoned or refused before', async () => {
    await refusal(verify(reference))
    await t.provider.decline(reference)
    await refusal(verify(reference))
    await t.provider.pending(reference)
    expect(await verify(reference)).toMatchObject({ success: false, pending: true, message: 'Verifying Payment...' })
    expect(await getStatus(reference)).toBe(202)
    expect(await calls().check(student, reference)).toMatchObject({
      verdict: 'on-its-way',
      message: expect.stringContaining('on its way'),
    })
    await t.provider.pay(reference)
    expect(await verify(reference)).toMatchObject({ success: true })
  })

  it('refuses a refunded payment', async () => {
    await t.provider.pay(reference)
    await verify(reference)
    t.provider.messages = 'at-once'
    await t.provider.refund(reference)
    expect(await refusal(verify(reference))).toMatchObject({ status: 402 })
  })

  it.each(['error', 'html'] as const)(
    'P-14 B-11 with a failing provider (%s) is pending, never failed, and the account opens later on its own',
    async (fault) => {
      await t.provider.pay(reference)
      t.provider.fault(fault)
      expect(await getStatus(reference)).toBe(202)
      expect(await loadEventKinds(t, reference)).toEqual(['opened'])
      t.provider.fault(undefined)
      await t.provider.send(reference, 'charge.success')
      await waitForPayment(t, reference, { state: 'succeeded' })
      expect(await calls().isPaid(student)).toBe(true)
    },
  )

  it('a failed payment is pending while the provider is unavailable, because it may have been paid since', async () => {
    await t.provider.decline(reference)
    expect(await refusal(verify(reference))).toMatchObject({ status: 402 })
    t.provider.fault('error')
    later()
    expect(await getStatus(reference)).toBe(202)
    expect(await verify(reference)).toMatchObject({ success: false, pending: true, message: 'Verifying Payment...' })
    expect(await calls().check(student, reference)).toMatchObject({ verdict: 'away' })
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'failed' })
  })
})

describe('‘I was debited’', () => {
  it('replies with a sentence for each state of a payment', async () => {
    const { reference } = await open()
    const sentence = async () => {
      later()
      return (await calls().check(student, reference)).message
    }
    expect(await sentence()).toBe('This payment was not finished. Nothing was charged.')
    await t.provider.decline(reference)
    expect(await sentence()).toBe('The bank declined this payment. Nothing was charged.')
    await t.provider.pay(reference)
    expect(await sentence()).toBe('We got this payment. Your account is paid.')
    t.provider.messages = 'at-once'
    await t.provider.refund(reference)
    expect(await sentence()).toBe('This payment was refunded.')
  })

  it('does not find another student’s payment', async () => {
    const { reference } = await open()
    const other = await makeStudent(t)
    const words = 'We could not find a payment with this reference. Please check it and try again.'
    for (const one of [reference, 'made-up-reference'])
      expect(await refusal(calls().check(other, one))).toMatchObject({ status: 404, message: words })
  })

  it('credits a payment that had not been noticed', async () => {
    const { reference } = await open()
    await t.provider.pay(reference)
    expect(await calls().check(student, reference)).toMatchObject({ verdict: 'paid', payment: { state: 'succeeded' } })
    expect(await calls().isPaid(student)).toBe(true)
  })

  it('says that a second payment will be refunded', async () => {
    const first = await open()
    t.app.clock.advance(31 * MINUTE)
    const second = await open()
    await t.provider.pay(first.reference)
    await t.provider.pay(second.reference)
    await verify(first.reference)
    expect(await calls().check(student, second.reference)).toMatchObject({
      payment: { isRefundDue: true },
      message: expect.stringContaining('will refund'),
    })
  })
})

describe('updating the payment status', () => {
  const update = (username: string, isPaid: boolean, who = student) =>
    t.as(who.token)(contract.updatePayment, { params: { username }, body: { isPaid } })

  it('P-01 only confirms: it fails with 402 without a payment, and sets nothing', async () => {
    expect(await refusal(update(student.username, true))).toMatchObject({
      status: 402,
      message: 'Failed to update payment status. Contact support.',
    })
    expect(await calls().list(student)).toMatchObject({ isPaid: false, payments: [] })
  })

  it('is confirmed with a payment, whatever the case of the username', async () => {
    const paid = await makePaidStudent(t)
    const expected = { status: 'success', message: 'Payment confirmed! Redirecting to dashboard...', isPaid: true }
    expect(await update(paid.username, true, paid)).toEqual(expected)
    expect(await update(paid.username.toUpperCase(), true, paid)).toEqual(expected)
  })

  it('refuses false, and revokes nothing', async () => {
    const paid = await makePaidStudent(t)
    const expected = { status: 400, message: 'A payment cannot be undone here. Please write to us.' }
    expect(await refusal(update(paid.username, false, paid))).toMatchObject(expected)
    expect(await calls().isPaid(paid)).toBe(true)
    expect(await refusal(update(student.username, false))).toMatchObject(expected)
  })

  it('is refused for another student', async () => {
    const paid = await makePaidStudent(t)
    expect(await refusal(update(paid.username, true))).toMatchObject({ status: 403 })
    expect(await refusal(update(student.username, true, paid))).toMatchObject({ status: 403 })
  })
})

describe('a student’s payments', () => {
  it('are listed newest first, without other students’ payments or access codes', async () => {
    const first = await open()
    t.app.clock.advance(31 * MINUTE)
    const second = await open()
    await open(await makeStudent(t))
    const reply = await calls().list(student)
    expect(reply).toMatchObject({ isPaid: false, email: student.email })
    expect(reply.payments.map(({ reference }) => reference)).toEqual([second.reference, first.reference])
    expect(JSON.stringify(reply)).not.toContain(first.accessCode)
  })
})

describe('paying twice', () => {
  it('P-17 credits once; the second is shown to the student and the admins as due for a refund', async () => {
    const first = await open()
    t.app.clock.advance(31 * MINUTE)
    const second = await open()
    for (const { reference } of [first, second]) await t.provider.pay(reference)
    expect(await verify(first.reference)).toMatchObject({ success: true, payment: { isRefundDue: false } })
    expect(await verify(second.reference)).toMatchObject({ success: true, payment: { isRefundDue: true } })
    expect(await loadEventKinds(t, second.reference)).toEqual(expect.arrayContaining(['succeeded', 'refund_due']))
    const { notifications } = await t.as(student.token)(studentNotifications, {
      params: { username: student.username },
      query: {},
    })
    expect(notifications.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['You have paid twice', 'We got your payment']),
    )
    t.provider.messages = 'at-once'
    await t.provider.refund(first.reference)
    expect(await paymentRow(t, second.reference)).toMatchObject({ state: 'succeeded', attention: null })
    expect(await calls().isPaid(student)).toBe(true)
  })
})

describe("a parent's link", () => {
  let token: string
  beforeEach(async () => {
    token = await calls().linkOf(student)
  })

  it('reveals the username and the price, and nothing else', async () => {
    expect(await calls().readLink(token)).toEqual({ username: student.username, amountKobo: 100_000, isPaid: false })
  })

  it('can be used to pay without a login: the account opens, and both get the receipt', async () => {
    const email = `mum-${student.username}@home.example`
    const checkout = await calls().openByLink(token, email)
    expect(checkout).toMatchObject({ email, amountKobo: 100_000 })
    expect(t.provider.transaction(checkout.reference)).toMatchObject({
      email,
      callbackUrl: `http://localhost:3000/pay-for-child?link=${token}`,
    })
    expect(await refusal(calls().verifyByLink(token, checkout.reference))).toMatchObject({ status: 402 })
    await t.provider.pay(checkout.reference)
    later()
    expect(await calls().verifyByLink(token, checkout.reference)).toMatchObject({
      success: true,
      payment: { openedBy: 'parent', state: 'succeeded' },
    })
    expect(await calls().isPaid(student)).toBe(true)
    for (const to of [email, student.email]) expect(await t.mails(to, 'Your receipt from Baobab')).toHaveLength(1)
    expect(await calls().readLink(token)).toMatchObject({ isPaid: true })
    expect(await refusal(calls().openByLink(token, email))).toMatchObject({ status: 409, code: 'already_paid' })
    expect(await refusal(calls().linkOf(student))).toMatchObject({ status: 409, code: 'already_paid' })
  })

  it('returns the same reference to the same parent, and a different one to another parent', async () => {
    const first = await calls().openByLink(token, 'mum@home.example')
    expect(await calls().openByLink(token, 'mum@home.example')).toEqual(first)
    const second = await calls().openByLink(token, 'dad@home.example')
    expect(second.reference).not.toBe(first.reference)
    expect(second.email).toBe('dad@home.example')
    expect((await open()).reference).not.toBe(first.reference)
  })

  it('verifies payments opened with it, but no other payments of this or another student', async () => {
    const own = await open()
    const other = await makeStudent(t)
    const foreign = await calls().openByLink(await calls().linkOf(other), 'mum@home.example')
    for (const { reference } of [own, foreign])
      expect(await refusal(calls().verifyByLink(token, reference))).toMatchObject({ status: 404 })
  })

  it('expires after a week', async () => {
    t.app.clock.advance(PAY_LINK_MS - MINUTE)
    expect(await calls().readLink(token)).toMatchObject({ username: student.username })
    t.app.clock.advance(2 * MINUTE)
    expect(await refusal(calls().readLink(token))).toMatchObject({ code: 'link_invalid' })
    expect(await refusal(calls().openByLink(token, 'mum@home.example'))).toMatchObject({ code: 'link_invalid' })
  })

  it('is refused if a character was changed, or parts of another link were inserted', async () => {
    const [id = '', expires = '', signature = ''] = token.split('~')
    const other = await makeStudent(t)
    const later = (Number.parseInt(expires, 36) + 1_000_000).toString(36)
    const [, , foreign = ''] = (await calls().linkOf(other)).split('~')
    const altered = [
      [other.id, expires, signature],
      [id, later, signature],
      [id, expires, foreign],
      [id, expires, signature.toUpperCase()],
      [id, expires, ''],
      [id, expires],
      [id.toUpperCase(), expires, signature],
      ['not-an-id', expires, signature],
      [id, expires, signature, ''],
      [id, expires, signature, 'more'],
      ['', id, expires, signature],
    ].map((parts) => parts.join('~'))
    for (const one of altered)
      expect(await refusal(calls().readLink(one)), `link ${one}`).toMatchObject({ code: 'link_invalid' })
  })

  it('is refused once the student has a new password, but a new link works', async () => {
    const { email } = student
    await t.as()(forgotPassword, { body: { email } })
    const [mail] = await t.mails(email, 'Choose a new Baobab password')
    const reset = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
    await t.as()(resetPassword, { body: { token: reset, email, newPassword: 'Guava9seed' } })
    expect(await refusal(calls().readLink(token))).toMatchObject({ code: 'link_invalid' })
    expect(await refusal(calls().openByLink(token, 'mum@home.example'))).toMatchObject({ code: 'link_invalid' })
    const { authToken } = await t.as()(logInStudent, { body: { email, password: 'Guava9seed' } })
    const again = await calls().linkOf({ token: authToken })
    expect(await calls().readLink(again)).toMatchObject({ username: student.username })
  })

  it('is refused once the account is deleted', async () => {
    const { reference } = await calls().openByLink(token, 'mum@home.example')
    await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
    const attempts = [
      () => calls().readLink(token),
      () => calls().openByLink(token, 'mum@home.example'),
      () => calls().verifyByLink(token, reference),
    ]
    for (const attempt of attempts) expect(await refusal(attempt())).toMatchObject({ code: 'link_invalid' })
  })
})

describe('the secret key', () => {
  it('P-21 appears in no reply and no log line, even when calls fail', async () => {
    const { reference } = await open()
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    for (const fault of ['error', 'html', 'cut', 'redirect'] as const) {
      t.provider.fault(fault, 3)
      await askProvider({ ...t.app, log }, await paymentRow(t, reference), 'verify')
      t.provider.fault(undefined)
      await calls().check(student, reference)
    }
    expect(lines).toHaveLength(4)
    const replies = JSON.stringify([await calls().check(student, reference), await calls().list(student), await open()])
    for (const secret of ['sk_test_', t.paystack.secretKey, 'Bearer', '<!doctype']) {
      expect(lines.join('')).not.toContain(secret)
      expect(replies).not.toContain(secret)
    }
  })
})

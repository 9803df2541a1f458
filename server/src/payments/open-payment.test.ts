// Tests the limits on opening payments, and payments that the provider never opened.
import { email as emailField } from '@baobab/contract/kernel/fields.ts'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '../../test/refusal.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { makeStudent, type MadeStudent } from '../../test/factories.ts'
import { paymentCalls } from '../../test/payments.ts'
import { openScriptedProvider, type ScriptedProvider } from '../../test/scripted-provider.ts'
import { replaceEmail } from '../../test/without-email.ts'
import { toStandInEmail } from './open-payment.ts'
import { listStudentPayments } from './queries.ts'
import { reconcile } from './reconcile.ts'
import { waitFor } from '../../test/wait-for.ts'

const MINUTE = 60_000

let t: TestApp
/** A second server on the same database, whose provider refuses to open payments. */
let refused: TestApp
let refusing: ScriptedProvider
let student: MadeStudent
beforeAll(async () => {
  t = await startTestApp({ RATE_LIMIT_FACTOR: '0' })
  refusing = await openScriptedProvider('test')
  refused = await startTestApp({ ...refusing.settings, RATE_LIMIT_FACTOR: '0' }, t)
})
afterAll(async () => {
  await refused.close()
  refusing.close()
  await t.close()
})
beforeEach(async () => {
  t.provider.messages = 'never'
  student = await makeStudent(t)
})
afterEach(async () => {
  for (const { app } of [t, refused]) app.clock.set(new Date())
  t.provider.fault(undefined)
  await waitFor(() => t.app.paystack.verify('nobody-knows'), { interval: 200 })
})

const calls = () => paymentCalls(t)
const rows = () => listStudentPayments(t.app.db, student.id)

describe('a student without an email', () => {
  const id = '0b6ff7b3-5e43-4b8e-9a54-6f4ad41ea4b4'

  it.each([
    ['Baobab <hello@baobab.example>', `hello+${id}@baobab.example`],
    ['hello@baobab.example', `hello+${id}@baobab.example`],
    ['"Baobab @ school" < hello+app@baobab.example >', `hello+app+${id}@baobab.example`],
    [`Baobab <${'h'.repeat(40)}@baobab.example>`, `${'h'.repeat(40)}@baobab.example`],
  ])('pays by an address of ours: for the sender %s it is %s', (mailFrom, expected) => {
    const email = toStandInEmail({ config: { mailFrom } }, { id })
    expect(email).toBe(expected)
    expect(emailField.safeParse(email).success).toBe(true)
  })

  it('can pay, and so can a parent by the link', async () => {
    await replaceEmail(t, student, null)
    expect(await calls().list(student)).toMatchObject({ email: null })
    expect((await calls().open(student)).email).toContain(`+${student.id}@`)
    const link = await calls().linkOf(student)
    expect((await calls().openByLink(link, 'parent@home.example')).email).toBe('parent@home.example')
  })
})

describe('a payment that the provider did not open', () => {
  it('is not asked about, whether it was refused or the provider was unavailable', async () => {
    expect(await refusal(paymentCalls(refused).open(student))).toMatchObject({ code: 'provider_away' })
    t.provider.fault('error', 1)
    expect(await refusal(calls().open(student))).toMatchObject({ code: 'provider_away' })
    expect(await rows()).toMatchObject([
      { state: 'abandoned', accessCode: null, nextAskAt: null },
      { state: 'abandoned', accessCode: null, nextAskAt: null },
    ])
  })

  it('is not asked about if the server crashed before the reply', async () => {
    t.provider.fault('hang', 1)
    const before = t.provider.calls().length
    const lost = refusal(calls().open(student))
    await waitFor(() => expect(t.provider.calls().length).toBe(before + 1))
    // A server that crashes at this moment leaves this row.
    expect(await rows()).toMatchObject([{ state: 'opened', accessCode: null, nextAskAt: null }])
    await lost
  })

  it('is asked about every minute once it is opened, like any other', async () => {
    const { reference } = await calls().open(student)
    const [row] = await rows()
    const wait = (row?.nextAskAt?.getTime() ?? 0) - (row?.openedAt.getTime() ?? 0)
    expect(wait / MINUTE).toBeCloseTo(1, 0)
    await t.provider.pay(reference)
    t.app.clock.advance(wait)
    await reconcile(t.app)
    expect(await calls().isPaid(student)).toBe(true)
  })

  it('counts if the provider refused it: after ten in an hour, no more are opened', async () => {
    for (let n = 0; n < 10; n += 1) expect((await refusal(paymentCalls(refused).open(student))).status).toBe(503)
    expect(await refusal(paymentCalls(refused).open(student))).toMatchObject({ status: 429, retryAfter: 3_600 })
    expect(await rows()).toHaveLength(10)
    // The limit is per student: another student can still pay.
    expect((await refusal(paymentCalls(refused).open(await makeStudent(t)))).status).toBe(503)
  })

  it('does not count if the provider was unavailable, up to thirty an hour', async () => {
    await refusal(paymentCalls(refused).open(student))
    // Inserts as many payments as would fail while a provider is unavailable for most of an hour.
    const more = (count: number) =>
      t.app.db.execute(sql`
        with away as (
          insert into payments (id, student_id, reference, amount_kobo, state, opened_at)
          select gen_random_uuid(), ${student.id}, md5(random()::text), 100000, 'abandoned', now()
          from generate_series(1, ${count}::integer) returning id, reference
        )
        insert into payment_events (payment_id, reference, kind, source, details, at)
        select id, reference, 'abandoned', 'us', '{"why": "the provider was away"}', now() from away`)
    t.provider.fault('error', 1)
    await refusal(calls().open(student))
    const { rows: events } = await t.app.db.execute(
      sql`select details from payment_events where kind = 'abandoned' and payment_id in
        (select id from payments where student_id = ${student.id}) order by seq`,
    )
    expect(events).toEqual([
      { details: { why: 'the provider refused it' } },
      { details: { why: 'the provider was away' } },
    ])
    await more(27)
    await calls().open(student)
    expect(await rows()).toHaveLength(30)
    t.app.clock.advance(31 * MINUTE)
    expect(await refusal(calls().open(student))).toMatchObject({ status: 429, retryAfter: 3_600 })
  })
})

describe('a person with a payment link', () => {
  const MUM = 'mum@home.example'

  it('does not block the student or another parent with a pending payment', async () => {
    const token = await calls().linkOf(student)
    const { reference } = await calls().openByLink(token, 'stranger@elsewhere.example')
    await t.provider.pending(reference)
    t.app.clock.advance(31 * MINUTE)
    expect(await calls().open(student)).toMatchObject({ email: student.email })
    expect(await calls().openByLink(token, MUM)).toMatchObject({ email: MUM })
    expect(await refusal(calls().openByLink(token, 'stranger@elsewhere.example'))).toMatchObject({
      code: 'payment_pending',
    })
  })

  it('does not block any payer with a wallet payment of another amount, whichever email it uses', async () => {
    const token = await calls().linkOf(student)
    const { reference } = await calls().openByLink(token, MUM, 'wallet')
    await t.provider.open({ reference, email: MUM, amount: 100 })
    await t.provider.pending(reference)
    expect(await calls().openByLink(token, MUM)).toMatchObject({ email: MUM, amountKobo: 100_000 })
  })

  it('has to wait for a pending wallet payment of the agreed amount', async () => {
    const { reference, email } = await calls().open(student, 'wallet')
    await t.provider.open({ reference, email, amount: 100_000 })
    await t.provider.pending(reference)
    expect(await refusal(calls().open(student))).toMatchObject({ status: 409, code: 'payment_pending' })
  })

  it('can open at most ten payments an hour, and the student another ten', async () => {
    const token = await calls().linkOf(student)
    for (let n = 0; n < 10; n += 1) await calls().openByLink(token, `stranger-${n}@elsewhere.example`)
    expect(await refusal(calls().openByLink(token, MUM))).toMatchObject({ code: 'too_many_requests' })
    expect(await calls().open(student)).toMatchObject({ email: student.email })
  })

  it('cannot hide the student’s own payment behind many others', async () => {
    const own = await calls().open(student)
    await t.provider.pending(own.reference)
    t.app.clock.advance(31 * MINUTE)
    const token = await calls().linkOf(student)
    for (let n = 0; n < 5; n += 1) await calls().openByLink(token, `stranger-${n}@elsewhere.example`)
    expect(await refusal(calls().open(student))).toMatchObject({ code: 'payment_pending' })
  })
})

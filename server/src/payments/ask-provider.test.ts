// Tests when the provider is asked about a payment again, and when it is not.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, openTestApp } from '../../test/harness.ts'
import { makeStudent, type MadeStudent } from '../../test/factories.ts'
import { countPaymentJobs, loadEventKinds, paymentCalls, paymentRow } from '../../test/payments.ts'
import { openScriptedProvider, transaction, type ScriptedProvider } from '../../test/scripted-provider.ts'
import { askProvider } from './ask-provider.ts'
import { hasAccess } from './queries.ts'
import { reconcile } from './reconcile.ts'
import type { PaymentEventSource } from '@baobab/contract/payments/admin.ts'

const DAY_MS = 24 * 3_600_000

let student: MadeStudent
let reference: string
const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
beforeEach(async () => {
  t.app.clock.set(new Date())
  t.provider.messages = 'never'
  student = await makeStudent(t)
  reference = (await calls().open(student)).reference
})

const calls = () => paymentCalls(t)
const asked = () => t.provider.calls().filter((call) => call.endsWith(`/transaction/verify/${reference}`)).length
const ask = async (source: PaymentEventSource) => askProvider(t.app, await paymentRow(t, reference), source)
async function onDay(day: number, openedAt: Date): Promise<void> {
  t.app.clock.set(new Date(openedAt.getTime() + day * DAY_MS + 60_000))
  await reconcile(t.app)
}

describe('a paid payment', () => {
  beforeEach(async () => {
    await t.provider.pay(reference)
    await ask('verify')
  })

  it('is asked about seven more times, and then never again', async () => {
    const { openedAt } = await paymentRow(t, reference)
    const before = asked()
    const counts: number[] = []
    for (const day of [0.9, 1, 2.9, 3, 6.9, 7, 14, 29, 30, 60, 90, 200]) {
      await onDay(day, openedAt)
      counts.push(asked() - before)
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 4, 4, 5, 6, 7, 7])
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'succeeded', nextAskAt: null })
    expect(await loadEventKinds(t, reference)).toEqual(['opened', 'succeeded'])
    expect(await countPaymentJobs(t, 'payment-receipts', (await paymentRow(t, reference)).id)).toBe(1)
  })

  it('that was refunded without a webhook is found to be refunded that way', async () => {
    const { openedAt } = await paymentRow(t, reference)
    await t.provider.refund(reference)
    expect(await hasAccess(t.app.db, student.id)).toBe(true)
    await onDay(1, openedAt)
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'refunded', refundedKobo: 100_000, nextAskAt: null })
    expect(await hasAccess(t.app.db, student.id)).toBe(false)
  })

  it('is asked about again within the hour if the provider did not answer', async () => {
    const { openedAt } = await paymentRow(t, reference)
    await t.provider.refund(reference)
    t.provider.fault('error')
    await onDay(1, openedAt)
    t.provider.fault(undefined)
    expect((await paymentRow(t, reference)).state).toBe('succeeded')
    // Only after several consecutive failures does the client pause for five seconds of real time.
    await onDay(1.1, openedAt)
    expect((await paymentRow(t, reference)).state).toBe('refunded')
  })

  it('is also asked about for an admin; for a payer, a webhook and the comparison, the ledger is enough', async () => {
    const before = asked()
    for (const source of ['verify', 'webhook', 'compare'] as const) await ask(source)
    await calls().check(student, reference)
    expect(asked()).toBe(before)
    await ask('admin')
    expect(asked()).toBe(before + 1)
  })
})

describe('any reply about a paid payment', () => {
  let scripted: ScriptedProvider
  let live: TestApp
  beforeAll(async () => {
    scripted = await openScriptedProvider()
    live = await startTestApp(scripted.settings, t)
  })
  afterAll(async () => {
    await live.close()
    scripted.close()
  })

  it.each(['abandoned', 'failed', 'pending', 'ongoing', 'nonsense', undefined])(
    'status %s changes nothing',
    async (status) => {
      scripted.setTransaction(reference, transaction(reference))
      const paid = (await askProvider(live.app, await paymentRow(t, reference), 'verify')).payment
      scripted.setTransaction(reference, status === undefined ? undefined : transaction(reference, { status }))
      const { payment } = await askProvider(live.app, paid, 'reconcile')
      expect(payment).toMatchObject({ state: 'succeeded', attention: null, confirmedAt: paid.confirmedAt })
      expect(payment.nextAskAt).toEqual(paid.nextAskAt)
    },
  )
})

describe('concurrent checks', () => {
  it('of one payment by a student result in one call to the provider and get the same answer', async () => {
    await t.provider.pay(reference)
    const before = asked()
    const replies = await Promise.all(Array.from({ length: 60 }, () => calls().check(student, reference)))
    expect(asked()).toBe(before + 1)
    expect(new Set(replies.map(({ message, verdict }) => `${message} ${verdict}`)).size).toBe(1)
    expect(replies[0]).toMatchObject({ verdict: 'paid' })
  })

  it('share a reply for two seconds, even for different payers', async () => {
    await t.provider.pending(reference)
    const before = asked()
    for (let n = 0; n < 3; n += 1) {
      expect(await calls().verify(student, reference)).toMatchObject({ pending: true })
      expect(await calls().check(student, reference)).toMatchObject({ verdict: 'on-its-way' })
    }
    expect(asked()).toBe(before + 1)
    t.app.clock.advance(2_000)
    await calls().check(student, reference)
    expect(asked()).toBe(before + 2)
  })

  it('never refuse a payment because of a reply from before it was paid', async () => {
    await t.provider.decline(reference)
    expect(await calls().check(student, reference)).toMatchObject({ verdict: 'declined' })
    await t.provider.pay(reference)
    expect(await calls().verify(student, reference)).toMatchObject({ success: false, pending: true })
    t.app.clock.advance(2_000)
    expect(await calls().verify(student, reference)).toMatchObject({ success: true })
  })

  it('show what another check has recorded in the meantime', async () => {
    await t.provider.pending(reference)
    await calls().check(student, reference)
    await t.provider.pay(reference)
    await ask('webhook')
    expect(await calls().check(student, reference)).toMatchObject({ payment: { state: 'succeeded' } })
  })

  it('ask again at once if the provider did not answer', async () => {
    await t.provider.pay(reference)
    t.provider.fault('error')
    expect(await calls().check(student, reference)).toMatchObject({ verdict: 'away' })
    t.provider.fault(undefined)
    expect(await calls().check(student, reference)).toMatchObject({ verdict: 'paid' })
  })

  it('by a webhook, the job, an admin and the comparison each make a separate call', async () => {
    await t.provider.pending(reference)
    const before = asked()
    await Promise.all((['webhook', 'reconcile', 'admin', 'compare'] as const).map(ask))
    expect(asked()).toBe(before + 4)
  })
})

describe('an unpaid payment', () => {
  it.each(['verify', 'admin', 'webhook'] as const)('is abandoned after a week when %s asks first', async (source) => {
    const { reference: wallet } = await calls().open(await makeStudent(t), 'wallet')
    t.app.clock.advance(7 * DAY_MS + 1_000)
    const { payment } = await askProvider(t.app, await paymentRow(t, wallet), source)
    expect(payment).toMatchObject({ state: 'abandoned', nextAskAt: null })
    expect(await loadEventKinds(t, wallet)).toEqual(['opened', 'abandoned'])
  })
})

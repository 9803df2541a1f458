// Opens and verifies payments while the provider hangs, stays unavailable or sends nonsense.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeStudent, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { loadEventKinds, paymentCalls, waitForPayment } from '../../test/payments.ts'
import { refusal } from '../../test/refusal.ts'
import { restoreProvider, statusOfVerify, verifyLater } from '../../test/verify-later.ts'

let student: MadeStudent
const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
beforeEach(async () => {
  t.provider.messages = 'never'
  student = await makeStudent(t)
})
afterEach(() => restoreProvider(t))

const calls = () => paymentCalls(t)
const open = () => calls().open(student)
const verify = (reference: string) => verifyLater(t, student, reference)
const getStatus = (reference: string) => statusOfVerify(t, student, reference)

describe('opening a payment', () => {
  it.each(['garbage', 'huge', 'redirect', 'cut'] as const)(
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

  it('fails with that message while the provider hangs', async () => {
    t.provider.fault('hang', 1)
    expect(await refusal(open())).toMatchObject({ status: 503, code: 'provider_away' })
  })
})

describe('verifying', () => {
  let reference: string
  beforeEach(async () => {
    reference = (await open()).reference
  })

  it.each(['garbage', 'redirect', 'cut'] as const)(
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

  it('with a provider that stays unavailable does not wait, and says so', async () => {
    t.provider.fault('error')
    for (let n = 0; n < 3; n += 1) await verify(reference)
    const asked = t.provider.calls().length
    expect(await calls().check(student, reference)).toMatchObject({
      verdict: 'away',
      message: expect.stringContaining('We will keep checking'),
    })
    expect(t.provider.calls()).toHaveLength(asked)
  })

  it('P-13 B-11 gets a reply while the provider hangs', async () => {
    await t.provider.pay(reference)
    t.provider.fault('hang')
    expect(await verify(reference)).toMatchObject({ success: false, pending: true })
    t.provider.fault(undefined)
    await t.provider.send(reference, 'charge.success')
    await waitForPayment(t, reference, { state: 'succeeded' })
  })

  it('P-14 uses little memory if the provider’s reply never ends', async () => {
    await t.provider.pay(reference)
    t.provider.fault('huge')
    const before = process.memoryUsage.rss()
    for (let n = 0; n < 10; n += 1) expect(await getStatus(reference)).toBe(202)
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1_048_576)
  })
})

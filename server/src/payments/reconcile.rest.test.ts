// Tests that no payment is lost while the provider is unavailable, and that several servers share the work.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, openTestApp } from '../../test/harness.ts'
import { paymentRow } from '../../test/payments.ts'
import { waitFor } from '../../test/wait-for.ts'
import { asked, openMany, payInSilence, reconcileAfter } from '../../test/reconcile-later.ts'
import { reconcile } from './reconcile.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const t = await openTestApp()

it('asks about each payment once, however many servers ask concurrently', async () => {
  const second = await startTestApp({}, t)
  try {
    const references = await openMany(t, 120)
    for (const reference of references.slice(0, 10)) await payInSilence(t, reference)
    t.app.clock.advance(MINUTE_MS)
    second.app.clock.set(t.app.clock.now())
    await Promise.all([t, second, t, second].map((server) => reconcile(server.app)))
    expect(references.map((reference) => asked(t, reference))).toEqual(references.map(() => 1))
    for (const reference of references.slice(0, 10)) expect((await paymentRow(t, reference)).state).toBe('succeeded')
  } finally {
    await second.close()
  }
})

describe('a provider that is unavailable', () => {
  let away: TestApp
  beforeAll(async () => {
    away = await startTestApp()
  })
  afterAll(() => away.close())

  const states = (references: string[]) =>
    Promise.all(references.map(async (reference) => (await paymentRow(away, reference)).state))

  /** The client pauses for some seconds after several failures. */
  const untilAllArePaid = (references: string[]) =>
    waitFor(
      async () => {
        await reconcileAfter(away, MINUTE_MS)
        expect(new Set(await states(references))).toEqual(new Set(['succeeded']))
      },
      { interval: 500 },
    )

  it('is asked about a few payments and then left alone; none are lost, and all are credited when it is back', async () => {
    const references = await openMany(away, 30)
    for (const reference of references) await payInSilence(away, reference)
    away.provider.fault('error')
    const before = away.provider.calls().length
    await reconcileAfter(away, MINUTE_MS)
    const calls = away.provider.calls().slice(before)
    expect(new Set(calls).size).toBeLessThanOrEqual(5)
    expect(calls.length).toBeLessThanOrEqual(15)
    expect(new Set(await states(references))).toEqual(new Set(['opened']))
    const dueNow = await Promise.all(references.map((reference) => paymentRow(away, reference)))
    const isDue = dueNow.filter(({ nextAskAt }) => nextAskAt !== null && nextAskAt <= away.app.clock.now())
    // Payments that got no answer wait a minute; the others are due at once.
    expect(isDue).toHaveLength(25)
    away.provider.fault(undefined)
    await untilAllArePaid(references)
  })

  it('P-13 B-11 blocks no database connections and no other runs while it hangs', async () => {
    const references = await openMany(away, 12)
    for (const reference of references) await payInSilence(away, reference)
    away.provider.fault('hang')
    const before = away.provider.calls().length
    const run = reconcileAfter(away, MINUTE_MS)
    await waitFor(() => expect(away.provider.calls().length).toBeGreaterThanOrEqual(before + 5))
    // The calls are still waiting.
    await waitFor(() => expect(away.app.pool.totalCount - away.app.pool.idleCount).toBe(0))
    await run
    away.provider.fault(undefined)
    await untilAllArePaid(references)
  })

  it('loses no payment that expired in the meantime: it is asked about once more when the provider is back', async () => {
    const [reference = ''] = await openMany(away, 1)
    await payInSilence(away, reference)
    away.provider.fault('error')
    await reconcileAfter(away, 8 * DAY_MS)
    expect(await paymentRow(away, reference)).toMatchObject({ state: 'opened' })
    away.provider.fault(undefined)
    await waitFor(
      async () => {
        await reconcileAfter(away, HOUR_MS)
        expect((await paymentRow(away, reference)).state).toBe('succeeded')
      },
      { interval: 500 },
    )
  })
})

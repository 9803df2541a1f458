// Tests that payments are credited even without a webhook or a request. `reconcile.rest.test.ts` covers a provider that is
// unavailable or hangs, and several servers.
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../test/harness.ts'
import { waitForPayment, eventRows, countPaymentJobs, loadEventKinds, paymentRow } from '../../test/payments.ts'
import { hasAccess } from './queries.ts'
import { asked, openMany, openOne, payInSilence, reconcileAfter } from '../../test/reconcile-later.ts'
import { reconcile } from './reconcile.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const t = await openTestApp()

const after = (ms: number) => reconcileAfter(t, ms)

describe('an open payment', () => {
  it('P-16 is credited within a minute without a webhook or a request', async () => {
    const reference = await openOne(t)
    await payInSilence(t, reference)
    await after(MINUTE_MS)
    const row = await paymentRow(t, reference)
    expect(row).toMatchObject({ state: 'succeeded', channel: 'card' })
    expect(await hasAccess(t.app.db, row.studentId)).toBe(true)
    expect(await countPaymentJobs(t, 'payment-receipts', row.id)).toBe(1)
    const credit = (await eventRows(t, reference)).find(({ kind }) => kind === 'succeeded')
    expect(credit).toMatchObject({ source: 'reconcile', amountKobo: 100_000 })
  })

  it('is asked about every minute at first, then every ten minutes, every hour after a day, and never in between', async () => {
    const reference = await openOne(t)
    await reconcile(t.app)
    expect(asked(t, reference)).toBe(0)
    for (let n = 1; n <= 3; n += 1) {
      await after(MINUTE_MS)
      await reconcile(t.app)
      expect(asked(t, reference)).toBe(n)
    }
    await after(20 * MINUTE_MS)
    expect(asked(t, reference)).toBe(4)
    await after(9 * MINUTE_MS)
    expect(asked(t, reference)).toBe(4)
    await after(MINUTE_MS)
    expect(asked(t, reference)).toBe(5)
    await after(DAY_MS)
    await after(59 * MINUTE_MS)
    expect(asked(t, reference)).toBe(6)
    await after(MINUTE_MS)
    expect(asked(t, reference)).toBe(7)
  })

  it.each(['decline', 'abandon'] as const)('is asked about after %s, and credited once it is paid', async (what) => {
    const reference = await openOne(t)
    await t.provider[what](reference)
    await after(MINUTE_MS)
    expect((await paymentRow(t, reference)).state).toBe(what === 'decline' ? 'failed' : 'abandoned')
    await payInSilence(t, reference)
    await after(MINUTE_MS)
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'succeeded' })
  })

  it('is neither credited nor abandoned if another amount arrived', async () => {
    const reference = await openOne(t)
    await t.provider.pay(reference, { amount: 100, messages: 'never' })
    await after(MINUTE_MS)
    await after(7 * DAY_MS)
    const row = await paymentRow(t, reference)
    expect(row).toMatchObject({ attention: 'mismatch', confirmedAt: null, nextAskAt: null })
    expect(await loadEventKinds(t, reference)).toEqual(['opened', 'mismatch'])
    expect(await hasAccess(t.app.db, row.studentId)).toBe(false)
  })
})

describe('an unpaid payment', () => {
  it('is abandoned after seven days and no longer asked about; a late webhook still credits it', async () => {
    const reference = await openOne(t)
    await after(7 * DAY_MS - MINUTE_MS)
    expect((await paymentRow(t, reference)).nextAskAt).not.toBeNull()
    await after(HOUR_MS)
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'abandoned', nextAskAt: null })
    const before = asked(t, reference)
    await after(DAY_MS)
    expect(asked(t, reference)).toBe(before)
    await t.provider.pay(reference)
    await waitForPayment(t, reference, { state: 'succeeded' })
  })

  it('is also abandoned if the provider has no record of it', async () => {
    const reference = await openOne(t, 'wallet')
    await after(MINUTE_MS)
    expect(await loadEventKinds(t, reference)).toEqual(['opened'])
    expect(asked(t, reference)).toBe(1)
    await after(7 * DAY_MS)
    expect(await loadEventKinds(t, reference)).toEqual(['opened', 'abandoned'])
    expect((await eventRows(t, reference)).at(-1)?.source).toBe('us')
  })
})

it('continues with the others if one payment fails', async () => {
  const [broken = '', ...others] = await openMany(t, 7)
  await t.owner.query(
    `create trigger broken before update on payments for each row
     when (new.reference = '${broken}' and new.asked_at is not null) execute function refuse_change()`,
  )
  for (const reference of [broken, ...others]) await payInSilence(t, reference)
  await after(MINUTE_MS)
  for (const reference of others) expect((await paymentRow(t, reference)).state).toBe('succeeded')
  expect((await paymentRow(t, broken)).state).toBe('opened')
  await t.owner.query('drop trigger broken on payments')
  await after(MINUTE_MS)
  expect((await paymentRow(t, broken)).state).toBe('succeeded')
})

it('the job runs every minute, and the comparison at six in the morning Lagos time', async () => {
  const { rows } = await t.app.db.execute(
    sql`select name, cron, timezone from pgboss.schedule where name like '%-payments' order by name`,
  )
  expect(rows).toEqual([
    { name: 'compare-payments', cron: '0 6 * * *', timezone: 'Africa/Lagos' },
    { name: 'reconcile-payments', cron: '* * * * *', timezone: 'Africa/Lagos' },
  ])
})

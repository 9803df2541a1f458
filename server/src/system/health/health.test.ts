import { randomUUID } from 'node:crypto'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { readSystemHealth, type HealthPart } from '@baobab/contract/system/health.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeFailedJob } from '../../../test/failed-jobs.ts'
import { makeAdmin, type MadeAdmin } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { createClock } from '../../platform/clock.ts'
import { createHealthReader } from './routes.ts'
import { createServerNote } from './servers.ts'

let t: TestApp
let admin: MadeAdmin
beforeAll(async () => {
  t = await startTestApp()
  admin = await makeAdmin(t)
})
afterAll(() => t.close())

/** Reads the current health, without a reader's cached job counts. */
const read = () => createHealthReader(t.app)()

it('rates each part, and lists the running versions', async () => {
  const health = await t.as(admin.token)(readSystemHealth, {})
  expect(health).toMatchObject({
    mail: { state: 'well', facts: { failed: 0 } },
    jobs: { state: 'well' },
    storage: { facts: { kind: 'folder', unreachable: 0, isDatabaseFull: false, freeBytes: expect.any(Number) } },
    // Nothing is backed up in a test.
    backup: { state: 'broken', facts: { isOn: false, lastAt: null } },
    provider: { state: 'well', facts: { comparedDay: null, differences: 0 } },
    draw: { state: 'well', facts: { overdueMonth: null, missingMonth: null } },
    versions: { state: 'well', facts: { servers: [{ version: '0.1.0', nodeVersion: process.versions.node }] } },
    clock: { state: 'well', facts: { isHeld: false } },
  })
  expect(health.versions.facts?.postgres).toMatch(/^\d+/)
  expect(health.versions.facts?.migrations).toBeGreaterThan(60)
})

it('says what failed, what is waiting and which servers differ', async () => {
  await makeFailedJob(t, 'account-mails')
  await makeFailedJob(t, 'payment-comparisons', { output: { message: 'Bearer sk_live_secret was refused' } })
  // A queue that no server works on.
  await t.owner.query(`insert into pgboss.queue
    select (jsonb_populate_record(queue, '{"name": "nobody"}')).* from pgboss.queue where name = 'erased-files'`)
  await t.owner.query(
    `insert into pgboss.job (name, data, state, start_after, completed_on) values
       ('nobody', '{}', 'retry', now() - interval '3 hours', null), ('nobody', '{}', 'completed', now(), now())`,
  )
  await t.owner.query(
    `insert into servers (id, version, node_version, started_at, last_seen_at, clock_difference_ms, is_database_full, storage, reaches_storage)
     values ($1, '0.0.9', '24.0.0', now(), now(), -7000, false, 'object-store', false),
       ($2, '0.0.8', '24.0.0', now(), now() - interval '71 seconds', -90000, true, 'object-store', false)`,
    [randomUUID(), randomUUID()],
  )
  const health = await read()
  expect(health).toMatchObject({
    mail: { state: 'look', facts: { failed: 1 } },
    jobs: { state: 'look', facts: { failed: 1, waiting: 1, waitingSince: expect.any(String), retrying: 0 } },
    storage: { state: 'broken', facts: { unreachable: 1, isDatabaseFull: false } },
    provider: { state: 'look' },
    versions: { state: 'look', facts: { servers: [{ version: '0.1.0' }, { version: '0.0.9' }] } },
    clock: { state: 'look', facts: { differenceMs: -7_000 } },
  })
  expect(health.provider.facts?.lastError).toContain('was refused')
})

it('says that emails fail again and again, though none waits and none has failed for good', async () => {
  // The first was tried three times. The second is being tried for the fourth time. The others are being tried for the first few
  // times.
  await t.owner.query(
    `insert into pgboss.job (name, data, state, retry_count, created_on, start_after) values
       ('account-mails', '{}', 'retry', 2, '2026-01-01T09:00Z', now() + interval '1 hour'),
       ('payment-receipts', '{}', 'active', 3, '2026-01-01T10:00Z', now()),
       ('payment-receipts', '{}', 'active', 2, '2026-01-01T08:00Z', now()),
       ('account-mails', '{}', 'retry', 1, '2026-01-01T08:00Z', now() + interval '1 hour')`,
  )
  const { mail } = await read()
  expect(mail.facts).toMatchObject({ waiting: 0, retrying: 2, retryingSince: '2026-01-01T09:00:00.000Z' })
  expect(mail.state).not.toBe('well')
})

it('counts jobs once for all open pages', async () => {
  const readAgain = createHealthReader(t.app)
  const { mail } = await readAgain()
  await makeFailedJob(t, 'account-mails')
  expect((await readAgain()).mail).toEqual(mail)
  expect((await read()).mail.facts?.failed).toBe((mail.facts?.failed ?? 0) + 1)
})

it("says which month's list is missing, and when its draw happens at the earliest", async () => {
  const { rows } = await t.owner.query<{ month: string }>('select month from scholarship_start')
  const month = rows[0]?.month ?? ''
  const { closesAt, drawsAt } = monthCloses(month)
  // A separate clock, because the app's jobs would make the list.
  const clock = createClock()
  const readAt = async (minutes: number) => {
    clock.set(new Date(closesAt.getTime() + minutes * 60_000))
    return (await createHealthReader({ ...t.app, clock })()).draw
  }
  const nextAt = drawsAt.toISOString()
  expect(await readAt(60)).toMatchObject({ state: 'well', facts: { nextAt, missingMonth: null } })
  expect(await readAt(75)).toMatchObject({ state: 'broken', facts: { nextAt, missingMonth: month } })
})

it('counts only differences from the provider that need an admin', async () => {
  const differences = ['unknown', 'missed', 'unknown'].map((what) => ({ reference: what, what }))
  await t.owner.query(
    `insert into payment_comparisons (day, our_count, our_kobo, their_count, their_kobo, differences, is_reported, compared_at)
     values ('2026-01-01', 1, 1, 3, 3, $1, true, now())`,
    [JSON.stringify(differences)],
  )
  expect((await read()).provider.facts).toMatchObject({ comparedDay: '2026-01-01', differences: 1 })
})

it('shows the others when one part cannot be read', async () => {
  const tables: [string, HealthPart[]][] = [
    ['backups', ['backup']],
    ['payment_comparisons', ['provider']],
    ['draws', ['draw']],
    ['servers', ['storage', 'versions', 'clock']],
  ]
  for (const [table, lost] of tables) {
    await t.owner.query(`alter table ${table} rename to away`)
    const health = await read()
    await t.owner.query(`alter table away rename to ${table}`)
    const unknown = Object.entries(health).flatMap(([part, { state }]) => (state === 'unknown' ? [part] : []))
    expect({ table, unknown: unknown.toSorted() }).toEqual({ table, unknown: lost.toSorted() })
  }
})

it('forgets servers that have not run for a day', async () => {
  await t.owner.query(`update servers set last_seen_at = now() - interval '25 hours'`)
  await createServerNote(t.app)()
  const { rows } = await t.owner.query(`select version from servers where last_seen_at > now() - interval '2 minutes'`)
  expect(rows.length).toBeGreaterThan(0)
  expect((await t.owner.query(`select from servers where last_seen_at < now() - interval '1 day'`)).rows).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { readSystemHealth, type HealthPart } from '@baobab/contract/system-health.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeFailedJob } from '../../../test/failed-jobs.ts'
import { makeAdmin, type MadeAdmin } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { createServerNote } from './servers.ts'

let t: TestApp
let admin: MadeAdmin
beforeAll(async () => {
  t = await startTestApp()
  admin = await makeAdmin(t)
})
afterAll(() => t.close())

const read = () => t.as(admin.token)(readSystemHealth, {})

it('says of each part how it is, with the versions that run', async () => {
  const health = await read()
  expect(health).toMatchObject({
    mail: { state: 'well', facts: { failed: 0 } },
    jobs: { state: 'well' },
    storage: { facts: { kind: 'folder', unreachable: 0, isDatabaseFull: false, freeBytes: expect.any(Number) } },
    // Nothing is backed up in a test.
    backup: { state: 'broken', facts: { isOn: false, lastAt: null } },
    provider: { state: 'well', facts: { comparedDay: null, differences: 0 } },
    draw: { state: 'well', facts: { overdueMonth: null } },
    versions: { state: 'well', facts: { servers: [{ version: '0.1.0', nodeVersion: process.versions.node }] } },
    clock: { state: 'well', facts: { isHeld: false } },
  })
  expect(health.versions.facts?.postgres).toMatch(/^\d+/)
  expect(health.versions.facts?.migrations).toBeGreaterThan(60)
})

it('says what failed, what waits and which servers differ', async () => {
  await makeFailedJob(t, 'account-mails')
  await makeFailedJob(t, 'payment-comparisons', { output: { message: 'Bearer sk_live_secret was refused' } })
  await t.owner.query(
    `insert into pgboss.job (name, data, state, start_after) values ('erased-files', '{}', 'retry', now() - interval '3 hours')`,
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
    jobs: { state: 'broken', facts: { failed: 1, waiting: 1, waitingSince: expect.any(String) } },
    storage: { state: 'broken', facts: { unreachable: 1, isDatabaseFull: false } },
    provider: { state: 'look' },
    versions: { state: 'look', facts: { servers: [{ version: '0.1.0' }, { version: '0.0.9' }] } },
    clock: { state: 'look', facts: { differenceMs: -7_000 } },
  })
  expect(health.provider.facts?.lastError).toContain('was refused')
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

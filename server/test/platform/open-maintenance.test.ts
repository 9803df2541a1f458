// Tests how a server follows maintenance mode, with a separate database and messages that arrive, fail or are lost.
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { captureLog } from '../capture-log.ts'
import { createDatabase, type TestDatabase } from '../create-database.ts'
import { createStillClock } from '../still-clock.ts'
import type { MaintenanceState } from '../../src/platform/app.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { MAINTENANCE_TOPIC, openMaintenance } from '../../src/platform/maintenance/open-maintenance.ts'
import { CLOSING_MS } from '../../src/platform/maintenance/rules.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let database: TestDatabase
let client: pg.Client
let db: Db
let clock: Clock
beforeAll(async () => {
  database = await createDatabase()
  clock = await createStillClock(database.ownerUrl)
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  db = drizzle({ client, casing: 'snake_case' })
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

let messages: Map<string, () => void>
let captured: ReturnType<typeof captureLog>
let state: MaintenanceState | undefined
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  messages = new Map()
  captured = captureLog()
})
afterEach(async () => {
  await state?.close()
  vi.useRealTimers()
  await client.query('delete from maintenances')
})

/** Opens a server's state, and counts how often it announces a change. */
async function open() {
  const opened = await openMaintenance({
    db,
    clock,
    log: captured.log,
    pubSub: {
      publish: async () => {},
      subscribe: (topic, listener) => {
        messages.set(topic, () => listener(''))
        return () => messages.delete(topic)
      },
      catchUp: async () => {},
      close: async () => {},
    },
  })
  state = opened
  const told = vi.fn<() => void>()
  const stop = opened.onChange(told)
  return { ...opened, told, stop }
}

const inMs = (ms: number) => new Date(clock.now().getTime() + ms)

/** Writes a maintenance without sending a message about it. */
async function write(startsAt: Date, expectedEndAt = new Date(startsAt.getTime() + 30 * MINUTE)) {
  await client.query('delete from maintenances')
  await client.query(
    'insert into maintenances (id, starts_at, expected_end_at, created_at) values (gen_random_uuid(), $1, $2, now())',
    [startsAt, expectedEndAt],
  )
  return { startsAt, expectedEndAt }
}
const end = () => client.query('update maintenances set ended_at = now()')

/** Waits until every database query has been answered, and no more are made. */
async function settle(): Promise<void> {
  const asked = vi.spyOn(client, 'query')
  for (let before = -2; asked.mock.calls.length !== before + 1;) {
    before = asked.mock.calls.length
    await new Promise((resolve) => setImmediate(resolve))
    await client.query('select')
    await new Promise((resolve) => setImmediate(resolve))
  }
  asked.mockRestore()
}

async function pass(ms: number): Promise<void> {
  clock.advance(ms)
  await vi.advanceTimersByTimeAsync(ms)
  await settle()
}

it('reads current or planned maintenance when it starts, but none that has ended', async () => {
  const times = await write(inMs(0))
  expect((await open()).current()).toEqual(times)
  await state?.close()
  await end()
  expect((await open()).current()).toBeUndefined()
})

it('B-25 reads again every ten seconds, so that a lost message leaves no server open or closed', async () => {
  const { current } = await open()
  const times = await write(inMs(0))
  await pass(9_900)
  expect(current()).toBeUndefined()
  await pass(100)
  expect(current()).toEqual(times)
  await end()
  await pass(10_000)
  expect(current()).toBeUndefined()
})

it('reads at once when a message arrives', async () => {
  const { current } = await open()
  const times = await write(inMs(0))
  messages.get(MAINTENANCE_TOPIC)?.()
  await settle()
  expect(current()).toEqual(times)
})

it('announces a change to either time, once, and nothing else', async () => {
  const { told, stop, refresh } = await open()
  const startsAt = inMs(-MINUTE)
  await write(startsAt)
  for (const _ of [1, 2, 3]) await refresh()
  expect(told).toHaveBeenCalledTimes(1)
  await write(startsAt, inMs(40 * MINUTE))
  await refresh()
  expect(told).toHaveBeenCalledTimes(2)
  const { expectedEndAt } = await write(inMs(-2 * MINUTE), inMs(50 * MINUTE))
  await refresh()
  await write(inMs(-3 * MINUTE), expectedEndAt)
  await refresh()
  expect(told).toHaveBeenCalledTimes(4)
  await end()
  await refresh()
  await refresh()
  expect(told).toHaveBeenCalledTimes(5)
  stop()
  await write(startsAt)
  await refresh()
  expect(told).toHaveBeenCalledTimes(5)
})

it('announces when quizzes can no longer be started, and when the maintenance starts', async () => {
  await write(inMs(CLOSING_MS + 5 * MINUTE))
  const { told } = await open()
  await pass(4 * MINUTE)
  expect(told).not.toHaveBeenCalled()
  await pass(MINUTE)
  expect(told).toHaveBeenCalledTimes(1)
  await pass(CLOSING_MS - 1_000)
  expect(told).toHaveBeenCalledTimes(1)
  await pass(1_000)
  expect(told).toHaveBeenCalledTimes(2)
  await pass(30 * MINUTE)
  expect(told).toHaveBeenCalledTimes(2)
})

it('announces the start of one planned since, but of none that was canceled', async () => {
  const { told, refresh } = await open()
  await write(inMs(CLOSING_MS / 2))
  await refresh()
  await pass(CLOSING_MS)
  expect(told).toHaveBeenCalledTimes(2)
  await write(inMs(CLOSING_MS / 2))
  await refresh()
  await end()
  await refresh()
  expect(told).toHaveBeenCalledTimes(4)
  await pass(CLOSING_MS)
  expect(told).toHaveBeenCalledTimes(4)
})

it('waits for maintenance that is further away than a timer can wait', async () => {
  await write(inMs(30 * DAY))
  const { told } = await open()
  await pass(MINUTE)
  expect(told).not.toHaveBeenCalled()
})

it('keeps its state while the database fails, logs each outage once, and resumes afterwards', async () => {
  const times = await write(inMs(0))
  const { current, refresh } = await open()
  const fail = async () => {
    await client.query('alter table maintenances rename to moved')
    for (const _ of [1, 2]) await refresh()
    expect(current()).toEqual(times)
    await client.query('alter table moved rename to maintenances')
  }
  await fail()
  expect(captured.lines()).toMatchObject([{ level: 40, msg: 'the maintenance mode could not be read' }])
  await refresh()
  expect(captured.lines()).toHaveLength(1)
  await fail()
  expect(captured.lines()).toHaveLength(2)
  await end()
  await refresh()
  expect(current()).toBeUndefined()
})

it('leaves no timer and no subscription behind when it is closed', async () => {
  await write(inMs(CLOSING_MS + MINUTE))
  const { close } = await open()
  expect(vi.getTimerCount()).toBe(2)
  await close()
  expect(vi.getTimerCount()).toBe(0)
  expect(messages.size).toBe(0)
})

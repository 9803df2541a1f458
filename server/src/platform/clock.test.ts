import { afterEach, expect, it, vi } from 'vitest'
import { createClock, followDatabase, readDifferenceMs } from './clock.ts'
import { createLog } from './log.ts'
import { waitFor } from '../../test/wait-for.ts'

const HOUR = 3_600_000
/** Much less than the differences between the clocks below, and longer than a busy machine pauses a test. */
const CLOSE_MS = 60_000
const log = createLog({ level: 'silent' })
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

/** Sets the machine's clock for this test only. */
const setMachine = (at: number) => vi.useFakeTimers({ toFake: ['Date'], now: at })

/** A remote database whose clock is ahead of the machine's. */
function makeDatabase(aheadMs: number) {
  const startedAt = Date.now() - performance.now()
  const database = { aheadMs, isLost: false, delays: [0], reads: 0 }
  const readTime = async () => {
    database.reads += 1
    if (database.isLost) throw new Error('The database is lost.')
    const delay = database.delays[database.reads % database.delays.length] ?? 0
    // The reply took long, so the time in it is old when it arrives.
    const at = new Date(startedAt + performance.now() + database.aheadMs - delay)
    return { at, roundTripMs: delay + 2 }
  }
  return { database, readTime, now: () => startedAt + performance.now() + database.aheadMs }
}

async function follow(aheadMs: number) {
  const clock = createClock()
  const { database, readTime, now } = makeDatabase(aheadMs)
  stops.push(await followDatabase(clock, readTime, log))
  return { clock, database, distance: () => Math.abs(clock.now().getTime() - now()) }
}

it.each([0, -HOUR, 8 * 365 * 24 * HOUR])(
  'a clock shows the time of a database that is %d ms ahead',
  async (aheadMs) => {
    const { clock, distance } = await follow(aheadMs)
    expect(distance()).toBeLessThan(CLOSE_MS)
    expect(Math.abs(readDifferenceMs(clock) + aheadMs)).toBeLessThan(CLOSE_MS)
    expect(clock.offsetMs()).toBe(0)
  },
)

it('a clock is set by the reply with the shortest round trip', async () => {
  const clock = createClock()
  const { database, readTime, now } = makeDatabase(HOUR)
  database.delays = [HOUR, 0, 3 * HOUR]
  stops.push(await followDatabase(clock, readTime, log))
  expect(Math.abs(clock.now().getTime() - now())).toBeLessThan(CLOSE_MS)
})

it("Q-18 the machine's clock can be set without moving the clock", async () => {
  const { clock, distance } = await follow(HOUR)
  const before = clock.now().getTime()
  setMachine(Date.now() + 8 * 365 * 24 * HOUR)
  expect(clock.now().getTime() - before).toBeLessThan(CLOSE_MS)
  expect(distance()).toBeLessThan(CLOSE_MS)
})

it("Q-18 the database's time is read again as soon as the machine's clock jumps, as it does after a sleep", async () => {
  const { database, distance } = await follow(0)
  const { reads } = database
  database.aheadMs = 6 * HOUR
  setMachine(Date.now() + 6 * HOUR)
  await waitFor(() => expect(distance()).toBeLessThan(CLOSE_MS))
  expect(database.reads).toBeGreaterThan(reads)
})

it('a lost database leaves the clock running, and it is corrected once the database is back', async () => {
  const { clock, database, distance } = await follow(HOUR)
  const before = clock.now().getTime()
  const { reads } = database
  database.isLost = true
  setMachine(Date.now() + HOUR)
  await waitFor(() => expect(database.reads).toBeGreaterThan(reads))
  expect(clock.now().getTime() - before).toBeLessThan(HOUR / 2)
  Object.assign(database, { isLost: false, aheadMs: 5 * HOUR })
  await waitFor(() => expect(distance()).toBeLessThan(CLOSE_MS))
})

it('a test can move the clock, and corrections keep its offset from the database', async () => {
  const { clock } = await follow(HOUR)
  clock.advance(HOUR)
  expect(clock.offsetMs()).toBe(HOUR)
  clock.set(new Date('2033-05-01T00:00:00Z'))
  expect(clock.now().getFullYear()).toBe(2033)
  const offset = clock.offsetMs()
  clock.correct(new Date('2026-01-01T00:00:00Z'))
  expect(Math.abs(clock.now().getTime() - offset - Date.parse('2026-01-01T00:00:00Z'))).toBeLessThan(CLOSE_MS)
})

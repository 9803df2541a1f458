// The only source of the current time: the database's clock, which all servers share. The machine's own clock decides nothing.
// Tests can move the time, and SQL that uses clock_timestamp() adds the same offset.
import type pg from 'pg'
import type { Logger } from 'pino'

export type Clock = {
  now(): Date
  /** Milliseconds that this clock is ahead of the database's; 0 outside tests. */
  offsetMs(): number
  /** Sets the clock to an instant, from which it continues. For tests. */
  set(at: Date): void
  advance(ms: number): void
  /** Corrects the clock: the database's time is `at` right now. */
  correct(at: Date): void
}

/** Creates a clock that starts with the machine's time and is then independent of it. */
export function createClock(): Clock {
  let offset = 0
  // The time when performance.now() was 0, which runs evenly even if somebody sets the machine's clock.
  let origin = Date.now() - performance.now()
  const databaseNow = () => origin + performance.now()
  return {
    now: () => new Date(databaseNow() + offset),
    offsetMs: () => offset,
    set: (at) => {
      offset = at.getTime() - databaseNow()
    },
    advance: (ms) => {
      offset += ms
    },
    correct: (at) => {
      origin = at.getTime() - performance.now()
    },
  }
}

/** Asks the database for its time. */
type ReadTime = () => Promise<{ at: Date; roundTripMs: number }>

export function createTimeReader(pool: pg.Pool): ReadTime {
  return async () => {
    // Waiting for a connection does not count as part of the round trip.
    const client = await pool.connect()
    try {
      const startedAt = performance.now()
      const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
      return { at: rows[0]?.at ?? new Date(NaN), roundTripMs: performance.now() - startedAt }
    } finally {
      client.release()
    }
  }
}

const CHECK_EVERY_MS = 1_000
const MEASURE_EVERY_MS = 30_000
const MEASUREMENTS = 3
/** How far the clocks of this machine and the database may differ; with a larger difference, a server does not start. */
const MAX_DIFFERENCE_MS = 60_000
const LARGE_DIFFERENCE_MS = 5_000
/** A jump of the machine's clock by this much against performance.now() means that the clock was set or the machine slept. */
const JUMP_MS = 500

const readDrift = () => Date.now() - performance.now()

/** Returns how many milliseconds the machine's clock is ahead of the database's. */
export function readDifferenceMs(clock: Clock): number {
  return Date.now() - (clock.now().getTime() - clock.offsetMs())
}

/**
 * Rates the difference between two clocks.
 * @param isHeld whether jobs wait because the date is doubtful
 */
export function judgeClock({ differenceMs, isHeld = false }: { differenceMs: number; isHeld?: boolean }) {
  const size = Math.abs(differenceMs)
  if (isHeld || size > MAX_DIFFERENCE_MS) return 'broken'
  return size <= LARGE_DIFFERENCE_MS ? 'well' : 'look'
}

/**
 * Sets a clock to the database's and keeps it right: measures again twice a minute, and immediately after the machine slept or its
 * clock was set. A failed measurement leaves the clock as it is.
 * @returns a function that stops measuring
 */
export async function followDatabase(clock: Clock, readTime: ReadTime, log: Logger): Promise<() => void> {
  let drift = readDrift()
  let measuredAt = performance.now()
  let isFar = false
  const measure = async () => {
    const driftBefore = readDrift()
    const measured = []
    for (let n = 0; n < MEASUREMENTS; n += 1) measured.push(await measureOrigin(readTime))
    // The shorter the round trip, the smaller the error.
    const [best] = measured.toSorted((a, b) => a.roundTripMs - b.roundTripMs)
    if (best) clock.correct(new Date(best.origin + performance.now()))
    drift = driftBefore
    measuredAt = performance.now()
    const differenceMs = Math.round(readDifferenceMs(clock))
    const wasFar = isFar
    isFar = judgeClock({ differenceMs }) === 'broken'
    if (isFar && !wasFar) log.error({ differenceMs }, 'the clocks of this machine and the database differ')
  }
  await measure()
  let isMeasuring = false
  let hasFailed = false
  const timer = setInterval(() => {
    const hasJumped = Math.abs(readDrift() - drift) > JUMP_MS
    if (isMeasuring || (!hasJumped && performance.now() - measuredAt < MEASURE_EVERY_MS)) return
    isMeasuring = true
    measure()
      .then(() => (hasFailed = false))
      .catch((error: unknown) => {
        // Tried again each second, but logged only once.
        if (!hasFailed) log.warn({ err: error }, "the database's clock cannot be read")
        hasFailed = true
      })
      .finally(() => (isMeasuring = false))
  }, CHECK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** Returns the database's time at the origin of performance.now(). */
async function measureOrigin(readTime: ReadTime): Promise<{ origin: number; roundTripMs: number }> {
  const { at, roundTripMs } = await readTime()
  return { origin: at.getTime() + roundTripMs / 2 - performance.now(), roundTripMs }
}

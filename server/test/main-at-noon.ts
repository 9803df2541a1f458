// Starts the server process as main.ts does, but with a clock that runs from the next noon in Lagos on: for browser tests of
// what the product does in the daytime only.
import '../src/platform/resolve-drizzle-once.ts'
import { createClock } from '../src/platform/clock.ts'

const { runServer } = await import('../src/run-server.ts')

/** 12:00 in Lagos, which is UTC+1 all year. */
const NOON_UTC = 11

const clock = createClock()
const noon = clock.now()
noon.setUTCHours(NOON_UTC, 0, 0, 0)
// Never in the past: a server does not start before the newest line of its database.
if (noon < clock.now()) noon.setUTCDate(noon.getUTCDate() + 1)
clock.set(noon)
runServer({ settings: process.env, clock })

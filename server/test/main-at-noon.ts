// Starts the server process like main.mjs, but with a clock that starts at the next noon in Lagos: for browser tests of what the
// product does only in the daytime.
import '../src/platform/resolve-drizzle-once.ts'
import { createClock } from '../src/platform/clock.ts'

const { runServer } = await import('../src/run-server.ts')

/** 12:00 in Lagos, which is UTC+1 all year. */
const NOON_UTC = 11

const clock = createClock()
const noon = clock.now()
noon.setUTCHours(NOON_UTC, 0, 0, 0)
// Never in the past, because a server does not start before the newest line in its database.
if (noon < clock.now()) noon.setUTCDate(noon.getUTCDate() + 1)
clock.set(noon)
runServer({ settings: process.env, clock })

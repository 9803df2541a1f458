// Starts the server process with its settings from the environment.
import './platform/resolve-drizzle-once.ts'

const { createClock } = await import('./platform/clock.ts')
const { runServer } = await import('./run-server.ts')

runServer({ settings: process.env, clock: createClock() })

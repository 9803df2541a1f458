// Starts the server process with its settings from the environment.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import './platform/resolve-drizzle-once.ts'

// Caches compiled code, so that the next start takes a second less. A read-only folder is not an error.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/baobab', import.meta.url)))

const { createClock } = await import('./platform/clock.ts')
const { runServer } = await import('./run-server.ts')

runServer({ settings: process.env, clock: createClock() })

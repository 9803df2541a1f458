// Starts the server process with its settings from the environment. It is JavaScript so that a start with cached code does not load
// Node's type stripper, which takes 19 MiB of memory. Start it with --max-semi-space-size=8: by default, new objects take 128 MiB
// before Node collects them, and answers are no faster.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

// Collects old objects when the heap has grown by three tenths. By default it may double. With two tenths, a server that takes 500
// answers a second collects them every two seconds.
setFlagsFromString('--heap-growing-percent=30')

// Caches compiled code, so that the next start takes a second less. A read-only folder is not an error.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/baobab', import.meta.url)))

await import('./platform/resolve-drizzle-once.ts')
const { createClock } = await import('./platform/clock.ts')
const { runServer } = await import('./run-server.ts')

runServer({ settings: process.env, clock: createClock() })

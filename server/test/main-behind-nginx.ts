// Starts the server process like main.mjs, but gives a load balancer time to notice that it is stopping: outside production
// there is no such time.
import '../src/platform/resolve-drizzle-once.ts'
import { createClock } from '../src/platform/clock.ts'

const { runServer } = await import('../src/run-server.ts')

runServer({ settings: process.env, clock: createClock(), hasLoadBalancer: true })

// Starts the server process as main.ts does, but gives a load balancer time to learn that it stops: outside production there is
// none.
import '../src/platform/resolve-drizzle-once.ts'
import { createClock } from '../src/platform/clock.ts'

const { runServer } = await import('../src/run-server.ts')

runServer({ settings: process.env, clock: createClock(), hasLoadBalancer: true })

// Endpoints for monitoring: /healthz says that the process runs, /readyz that it reaches its database and is not closing.
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { fail } from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** `isClosing` makes load balancers send visitors to other servers, while this one still answers. */
    readiness: { isClosing: boolean }
  }
}

/** How long a result of the database check is used, so that any number of calls costs one query in this time. */
const CACHE_MS = 1_000

export function serveHealth(http: FastifyInstance, app: App): void {
  http.decorate('readiness', { isClosing: false })
  const checkDatabase = cacheBriefly(() => app.separate.health.pool.query('select 1'))
  http.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  http.get('/readyz', { schema: { hide: true } }, async () => {
    if (http.readiness.isClosing) fail('busy')
    await checkDatabase()
    return { status: 'ready' }
  })
}

/** Shares one run, and its failure too, among all calls until a second after it ended. */
function cacheBriefly(run: () => Promise<unknown>): () => Promise<unknown> {
  let last: Promise<unknown> | undefined
  let until = Infinity
  return () => {
    if (last && performance.now() < until) return last
    until = Infinity
    last = run().finally(() => (until = performance.now() + CACHE_MS))
    return last
  }
}

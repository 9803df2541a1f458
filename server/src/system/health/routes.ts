// The health endpoints of a running server: /healthz says that the process runs; /readyz says whether it should get visitors, and
// what does not work. Visitors can read them too, so they reply in words; numbers are only on the monitoring port
// (internal-server.ts).
import * as contract from '@baobab/contract/system/health.ts'
import type { HealthFacts, HealthPart, HealthState, SystemHealth } from '@baobab/contract/system/health.ts'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../platform/app.ts'
import { cacheBriefly } from '../../platform/cache-briefly.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { readIdleSeconds } from '../../platform/jobs/read-idle-seconds.ts'
import { productChecks, serverCheck, type Product } from './checks.ts'
import { loadJobFacts } from './load-job-facts.ts'
import type { ServerHealth } from './rules.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** `isClosing` makes load balancers send visitors to other servers, while this one still answers. */
    readiness: { isClosing: boolean }
    /** Reads how well the server works. */
    readHealth(): Promise<
      ServerHealth & { details: Record<'jobsIdleSeconds' | 'rankingAgeSeconds', number | undefined> }
    >
  }
}

/** How long the result of the database check is cached, so that any number of calls costs one query in this time. */
const CACHE_MS = 1_000
/** When a load balancer may ask again. */
const RETRY_AFTER_SECONDS = 2

export function serveHealth(http: FastifyInstance, app: App): void {
  http.decorate('readiness', { isClosing: false })
  const askDatabase = cacheBriefly(CACHE_MS, () => readIdleSeconds(app.separate.health.pool))
  http.decorate('readHealth', async () => {
    const { isClosing } = http.readiness
    const facts = await serverCheck.read({ app, isClosing, readIdleSeconds: askDatabase })
    const details = { jobsIdleSeconds: facts.jobs?.idleSeconds, rankingAgeSeconds: facts.rankingAgeSeconds }
    return { ...serverCheck.judge(facts, app.clock.now()), details }
  })
  http.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  http.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const { status, parts } = await http.readHealth()
    if (status === 'unavailable') reply.code(503).header('retry-after', RETRY_AFTER_SECONDS)
    return { status, parts }
  })
}

/** How long job counts are cached: open pages request them every 15 seconds. */
const JOBS_MS = 15_000

export function addSystemHealthRoutes(context: RouteContext): void {
  route(context, contract.readSystemHealth, createHealthReader(context.app))
}

/**
 * Returns a function that reads the state of each part with a few queries on small tables, one part after another. A part that
 * cannot be read is `unknown`, and the others are still shown.
 */
export function createHealthReader(app: App): () => Promise<SystemHealth> {
  const product = { app, loadJobs: cacheBriefly(JOBS_MS, () => loadJobFacts(app.separate.slow.db)) }
  return async () => ({
    mail: await readPart(product, 'mail'),
    jobs: await readPart(product, 'jobs'),
    storage: await readPart(product, 'storage'),
    backup: await readPart(product, 'backup'),
    provider: await readPart(product, 'provider'),
    draw: await readPart(product, 'draw'),
    versions: await readPart(product, 'versions'),
    clock: await readPart(product, 'clock'),
  })
}

type Part<P extends HealthPart> = { state: HealthState; facts: HealthFacts[P] | null }

async function readPart<P extends HealthPart>(product: Product, name: P): Promise<Part<P>> {
  const { app } = product
  const check: (typeof productChecks)[P] = productChecks[name]
  try {
    const facts = await check.read(product)
    return { state: check.judge(facts, app.clock.now()), facts }
  } catch (error) {
    app.log.warn({ err: error, part: name }, 'the state of a part could not be read')
    return { state: 'unknown', facts: null }
  }
}

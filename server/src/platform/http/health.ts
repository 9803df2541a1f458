// Endpoints for monitoring: /healthz says that the process runs; /readyz whether it should get visitors, and what does not work.
// Visitors can ask too, so the public ones reply in words; numbers are for the port of monitoring (internal-server.ts).
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { cacheBriefly } from '../cache-briefly.ts'
import { readIdleSeconds } from '../jobs/read-idle-seconds.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** `isClosing` makes load balancers send visitors to other servers, while this one still answers. */
    readiness: { isClosing: boolean }
    /** Reads how well the server works. */
    readHealth(): Promise<Health>
  }
}

/** What is known of the parts of a server. Undefined: unknown. */
export type Facts = {
  isClosing: boolean
  isDatabaseAway: boolean
  isDiskFull: boolean
  isStoreDown: boolean
  /** Seconds since any server has looked after the job queues. */
  jobsIdleSeconds: number | undefined
  /** Seconds since the ranking has read the ledger of points. */
  rankingAgeSeconds: number
}

export type Health = {
  /** `degraded`: some of it does not work, but visitors are served. `unavailable`: it should get no visitors. */
  status: 'ready' | 'degraded' | 'unavailable'
  parts: Record<'server' | 'database' | 'disk' | 'files' | 'jobs' | 'ranking', string>
  details: Pick<Facts, 'jobsIdleSeconds' | 'rankingAgeSeconds'>
}

/** The job system looks after its queues every 15 s. */
const JOBS_STOPPED_SECONDS = 120
/** Ranks may be a second old; a server that cannot read the ledger tries again within half a minute. */
const RANKING_STALE_SECONDS = 5

/** Judges a server by what is known of its parts. */
export function judgeHealth(facts: Facts): Health {
  const { jobsIdleSeconds, rankingAgeSeconds } = facts
  const areJobsStopped = (jobsIdleSeconds ?? 0) > JOBS_STOPPED_SECONDS
  const parts = {
    server: facts.isClosing ? 'closing' : 'ok',
    database: facts.isDatabaseAway ? 'away' : 'ok',
    disk: facts.isDiskFull ? 'full' : 'ok',
    files: facts.isStoreDown ? 'away' : 'ok',
    jobs: facts.isDatabaseAway ? 'unknown' : areJobsStopped ? 'stopped' : 'ok',
    ranking: rankingAgeSeconds > RANKING_STALE_SECONDS ? 'stale' : 'ok',
  }
  const isUnavailable = facts.isClosing || facts.isDatabaseAway
  const isWell = Object.values(parts).every((state) => state === 'ok')
  return {
    status: isUnavailable ? 'unavailable' : isWell ? 'ready' : 'degraded',
    parts,
    details: { jobsIdleSeconds, rankingAgeSeconds },
  }
}

/** How long a result of the database check is used, so that any number of calls costs one query in this time. */
const CACHE_MS = 1_000
/** When a load balancer may ask again. */
const RETRY_AFTER_SECONDS = 2

export function serveHealth(http: FastifyInstance, app: App): void {
  http.decorate('readiness', { isClosing: false })
  const askDatabase = cacheBriefly(CACHE_MS, () => readIdleSeconds(app.separate.health.pool))
  const readHealth = async () => {
    const isClosing = http.readiness.isClosing
    const reply = await askDatabase().then(
      (jobsIdleSeconds) => ({ jobsIdleSeconds }),
      () => undefined,
    )
    return judgeHealth({
      isClosing,
      isDatabaseAway: reply === undefined,
      isDiskFull: app.diskSpace.isFull(),
      isStoreDown: app.files.isDown(),
      jobsIdleSeconds: reply?.jobsIdleSeconds,
      rankingAgeSeconds: app.ranking.ageMs() / 1_000,
    })
  }
  http.decorate('readHealth', readHealth)
  http.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  http.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const { status, parts } = await readHealth()
    if (status === 'unavailable') reply.code(503).header('retry-after', RETRY_AFTER_SECONDS)
    return { status, parts }
  })
}

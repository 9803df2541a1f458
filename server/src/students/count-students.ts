// The number of students, for both the list and the dashboard, so that they show the same number. Deleted accounts are not counted,
// even if somebody paid for them; disqualified accounts and those with a bounced email are.
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { grantsAccessSql } from '../payments/queries.ts'
import type { App } from '../platform/app.ts'

/** The minimum time between two counts of many students, however many admins open a page. */
const RECOUNT_MS = 60_000
/** After a slow count, the next one waits this many times as long, up to a quarter of an hour. */
const REST_FACTOR = 50
const MAX_REST_MS = 900_000
/** If there are fewer students than this, they are counted for each request. */
const CACHE_FROM = 10_000
/** How long a caller waits for new counts if there are older ones. */
const WAIT_MS = 2_000

/** `isCurrent`: the counts are no older than the time between two counts: a minute, or more if counting takes long. */
type StudentCounts = { all: number; paid: number; isCurrent: boolean }
type Counts = Omit<StudentCounts, 'isCurrent'>
type Cached = {
  last: Counts | undefined
  running: Promise<Counts> | undefined
  /** Until when `last` is current, and until when nothing is counted, including after a failure. */
  currentUntil: number
  restsUntil: number
}
/** Keyed by an app's databases, because `readList` makes a new app for each request. */
const cache = new WeakMap<App['separate'], Cached>()

function readCache({ separate }: App): Cached {
  const cached = cache.get(separate) ?? { last: undefined, running: undefined, currentUntil: 0, restsUntil: 0 }
  cache.set(separate, cached)
  return cached
}

/**
 * Counts the students, and those with access because of a payment. Large counts run once a minute, or less often if they take long.
 * If a new count takes longer than two seconds, callers get the last one.
 */
export async function countStudents(app: App): Promise<StudentCounts> {
  const cached = readCache(app)
  const { last } = cached
  if (last === undefined || last.all < CACHE_FROM) return { ...(await recount(app, cached)), isCurrent: true }
  const now = app.clock.now().getTime()
  // After a clock correction, the end of the rest may be years ahead.
  const isResting = now < cached.restsUntil && cached.restsUntil - now <= MAX_REST_MS
  if (isResting) return { ...last, isCurrent: now < cached.currentUntil }
  const counting = recount(app, cached).catch(() => undefined)
  const counts = await Promise.race([counting, delay(WAIT_MS, undefined, { ref: false })])
  return { ...(counts ?? last), isCurrent: counts !== undefined }
}

/** Counts, or joins the count in progress. */
function recount(app: App, cached: Cached): Promise<Counts> {
  cached.running ??= storeCounts(app, cached).finally(() => (cached.running = undefined))
  return cached.running
}

async function storeCounts(app: App, cached: Cached): Promise<Counts> {
  const begin = performance.now()
  try {
    cached.last = await readCounts(app)
    const restMs = Math.max(RECOUNT_MS, REST_FACTOR * (performance.now() - begin))
    cached.restsUntil = app.clock.now().getTime() + Math.min(MAX_REST_MS, restMs)
    cached.currentUntil = cached.restsUntil
    return cached.last
  } catch (error) {
    app.log.warn({ err: error }, 'the students could not be counted')
    cached.restsUntil = app.clock.now().getTime() + RECOUNT_MS
    throw error
  }
}

/** Scans only indexes: of accounts that are not erased, and of payments. With millions of rows this takes longer than a request may. */
async function readCounts(app: App): Promise<Counts> {
  const { rows } = await app.separate.slow.db.execute<Counts>(sql`
    select
      (select count(*) from students where erased_at is null)::integer as all,
      (select count(distinct paid.student_id) from payments as paid
        where ${grantsAccessSql(sql`paid`)} and paid.student_id in (select id from students where erased_at is null)
      )::integer as paid`)
  return rows[0] ?? { all: 0, paid: 0 }
}

// The number of students, for the list and for the dashboard, so that both say the same. Accounts that were deleted are not
// counted, whoever paid for them; those that are disqualified or whose email bounced are.
import { sql } from 'drizzle-orm'
import { grantsAccessSql } from '../payments/queries.ts'
import type { App } from '../platform/app.ts'

/** The minimum time between two counts of many students, however many admins open a page. */
const RECOUNT_MS = 60_000
/** If there are fewer students than this, they are counted for each request. */
const CACHE_FROM = 10_000
/** A count that takes long is repeated rarely: counting takes at most this share of the time. */
const MOST_OF_TIME = 0.02

export type StudentCounts = { all: number; paid: number }
type Counted = { counts: StudentCounts; at: number; /** How long the counts serve. */ forMs: number }
type Cached = { last: Counted | undefined; running: Promise<Counted> | undefined }
const cache = new WeakMap<App, Cached>()

/**
 * Counts the students, and those who have access because of a payment. Many are counted once a minute, or less often if that
 * takes long; while they are counted anew, callers get the last counts at once.
 */
export async function countStudents(app: App): Promise<StudentCounts> {
  const cached = cache.get(app) ?? { last: undefined, running: undefined }
  cache.set(app, cached)
  const { last } = cached
  const areMany = last !== undefined && last.counts.all >= CACHE_FROM
  if (areMany && Math.abs(app.clock.now().getTime() - last.at) < last.forMs) return last.counts
  cached.running ??= recount(app, cached)
  if (!areMany) return (await cached.running).counts
  // Nobody waits for this count; if it fails, the next call counts again.
  cached.running.catch(() => undefined)
  return last.counts
}

async function recount(app: App, cached: Cached): Promise<Counted> {
  const begin = performance.now()
  try {
    const counts = await readCounts(app)
    const forMs = Math.max(RECOUNT_MS, (performance.now() - begin) / MOST_OF_TIME)
    cached.last = { counts, at: app.clock.now().getTime(), forMs }
    return cached.last
  } finally {
    cached.running = undefined
  }
}

/** Scans only indexes: of the accounts that are not erased, and of payments. With millions this takes longer than a request may. */
async function readCounts(app: App): Promise<StudentCounts> {
  const { rows } = await app.separate.slow.db.execute<StudentCounts>(sql`
    select
      (select count(*) from students where erased_at is null)::integer as all,
      (select count(distinct paid.student_id) from payments as paid
        where ${grantsAccessSql(sql`paid`)} and paid.student_id in (select id from students where erased_at is null)
      )::integer as paid`)
  return rows[0] ?? { all: 0, paid: 0 }
}

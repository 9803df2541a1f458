// The number of students, for the list and for the dashboard, so that both say the same. Accounts that were deleted are not
// counted, whoever paid for them; those that are disqualified or whose email bounced are.
import { sql } from 'drizzle-orm'
import { grantsAccessSql } from '../payments/queries.ts'
import type { App } from '../platform/app.ts'

/** The minimum time between two counts of many students, however many admins open a page. */
const RECOUNT_MS = 60_000
/** If there are fewer students than this, they are counted for each request. */
const CACHE_FROM = 10_000

export type StudentCounts = { all: number; paid: number }
type CachedCounts = { at: number; counts: Promise<StudentCounts> }
const cache = new WeakMap<App, CachedCounts>()

/** Counts the students, and those who have access because of a payment. Many are counted once a minute. */
export function countStudents(app: App): Promise<StudentCounts> {
  const now = app.clock.now().getTime()
  const cached = cache.get(app)
  if (cached && Math.abs(now - cached.at) < RECOUNT_MS) return cached.counts
  const counts = readCounts(app)
  cache.set(app, { at: now, counts })
  // Small counts and failed ones are not cached.
  counts.then(({ all }) => all < CACHE_FROM && cache.delete(app)).catch(() => cache.delete(app))
  return counts
}

/** Scans only indexes: of the accounts that are not erased, and of payments. */
async function readCounts(app: App): Promise<StudentCounts> {
  const { rows } = await app.db.execute<StudentCounts>(sql`
    select
      (select count(*) from students where erased_at is null)::integer as all,
      (select count(distinct paid.student_id) from payments as paid
        where ${grantsAccessSql(sql`paid`)} and paid.student_id in (select id from students where erased_at is null)
      )::integer as paid`)
  return rows[0] ?? { all: 0, paid: 0 }
}

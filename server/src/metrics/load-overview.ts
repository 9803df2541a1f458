// The current numbers for the admin's dashboard.
import { statfs } from 'node:fs/promises'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import type { overview as endpoint } from '@baobab/contract/metrics.ts'
import { count, isNull, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { grantsAccessSql } from '../payments/queries.ts'
import { videos } from '../videos/tables.ts'
import { loadAttention } from './load-attention.ts'

type Overview = ReplyOf<typeof endpoint>

/** The minimum time between two counts of all students, however many admins open the dashboard. */
const RECOUNT_MS = 60_000
/** If there are fewer students than this, they are counted for each request. */
const CACHE_FROM = 10_000

type CachedCounts = { at: number; counts: Promise<Overview['students']> }
const cache = new WeakMap<App, CachedCounts>()

/** Loads the numbers on the tiles of the dashboard. */
export async function loadOverview(app: App, { role }: Pick<AdminUser, 'role'>): Promise<Overview> {
  const [students, { usedBytes, ...videoCounts }, attention, freeBytes] = await Promise.all([
    loadStudentCounts(app),
    loadVideoCounts(app),
    loadAttention(app, role),
    readFreeBytes(app),
  ])
  return { students, videos: videoCounts, attention, storage: { usedBytes, freeBytes } }
}

function loadStudentCounts(app: App): Promise<Overview['students']> {
  const now = app.clock.now().getTime()
  const cached = cache.get(app)
  if (cached && Math.abs(now - cached.at) < RECOUNT_MS) return cached.counts
  const counts = countStudents(app)
  cache.set(app, { at: now, counts })
  // Small counts and failed ones are not cached.
  counts.then(({ all }) => all < CACHE_FROM && cache.delete(app)).catch(() => cache.delete(app))
  return counts
}

/** Scans only indexes: of the accounts that are not erased, and of payments. */
async function countStudents(app: App): Promise<Overview['students']> {
  const { rows } = await app.db.execute<Overview['students']>(sql`
    select
      (select count(*) from students where erased_at is null)::integer as all,
      (select count(distinct paid.student_id) from payments as paid where ${grantsAccessSql(sql`paid`)})::integer as paid`)
  return rows[0] ?? { all: 0, paid: 0 }
}

async function loadVideoCounts(app: App): Promise<Overview['videos'] & { usedBytes: number }> {
  const streams = sql`(select coalesce(sum((rung->>'bytes')::bigint), 0) + coalesce((${videos.stream}->>'soundBytes')::bigint, 0)
    from jsonb_array_elements(${videos.stream}->'rungs') as rung)`
  const bytes = sql<number>`coalesce(sum(${videos.sizeBytes} + coalesce(${streams}, 0)), 0)::float8`
  const rows = await app.db
    .select({ state: videos.state, videos: count(), bytes })
    .from(videos)
    .where(isNull(videos.deletedAt))
    .groupBy(videos.state)
  const countIn = (state: 'ready' | 'processing') => rows.find((row) => row.state === state)?.videos ?? 0
  return {
    ready: countIn('ready'),
    processing: countIn('processing'),
    usedBytes: rows.reduce((sum, row) => sum + row.bytes, 0),
  }
}

async function readFreeBytes({ config }: App): Promise<number | null> {
  if (config.s3) return null
  const { bavail, bsize } = await statfs(config.filesDir)
  return bavail * bsize
}

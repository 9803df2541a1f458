// The current numbers for the admin's dashboard.
import { statfs } from 'node:fs/promises'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import type { overview as endpoint } from '@baobab/contract/metrics.ts'
import { count, isNotNull, isNull, sql } from 'drizzle-orm'
import { accountMails } from '../accounts/account-mails.ts'
import type { App } from '../platform/app.ts'
import { contactAnswers } from '../contact/admin/answer-message.ts'
import { countUnreadMessages } from '../contact/admin/queries.ts'
import { notificationMailChunks, notificationMailRounds } from '../notifications/mail-notifications.ts'
import { comparisonMails } from '../payments/daily-comparison.ts'
import { paymentAlertMails, paymentReceipts, refundMails } from '../payments/payment-mails.ts'
import { grantsAccessSql } from '../payments/queries.ts'
import { payments } from '../payments/tables.ts'
import { inactivityMailJobs } from '../privacy/inactive-accounts.ts'
import { countFailingJobs } from '../system/queries.ts'
import { videos } from '../videos/tables.ts'

type Overview = ReplyOf<typeof endpoint>

/** The minimum time between two counts of all students, however many admins open the dashboard. */
const RECOUNT_MS = 60_000
/** If there are fewer students than this, they are counted for each request. */
const CACHE_FROM = 10_000

type CachedCounts = { at: number; counts: Promise<Overview['students']> }
const cache = new WeakMap<App, CachedCounts>()

const mails = [
  accountMails,
  contactAnswers,
  notificationMailRounds,
  notificationMailChunks,
  paymentReceipts,
  refundMails,
  paymentAlertMails,
  comparisonMails,
  inactivityMailJobs,
]

/** Loads the numbers on the tiles of the dashboard. */
export async function loadOverview(app: App): Promise<Overview> {
  const [students, { usedBytes, ...states }, unread, attention, failingMails, freeBytes] = await Promise.all([
    loadStudentCounts(app),
    loadVideoCounts(app),
    countUnreadMessages(app),
    app.db.$count(payments, isNotNull(payments.attention)),
    countFailingJobs(
      app.db,
      mails.map(({ name }) => name),
    ),
    readFreeBytes(app),
  ])
  return {
    students,
    videos: states,
    messages: { unread },
    payments: { attention },
    mails: failingMails,
    storage: { usedBytes, freeBytes },
  }
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
  const countIn = (state: 'ready' | 'processing' | 'failed') => rows.find((row) => row.state === state)?.videos ?? 0
  return {
    ready: countIn('ready'),
    processing: countIn('processing'),
    failed: countIn('failed'),
    usedBytes: rows.reduce((sum, row) => sum + row.bytes, 0),
  }
}

async function readFreeBytes({ config }: App): Promise<number | null> {
  if (config.s3) return null
  const { bavail, bsize } = await statfs(config.filesDir)
  return bavail * bsize
}

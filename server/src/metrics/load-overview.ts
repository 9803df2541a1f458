// What there is now, for whoever opens the console.
import { statfs } from 'node:fs/promises'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import type { overview as endpoint } from '@baobab/contract/metrics.ts'
import { count, isNotNull, isNull, sql } from 'drizzle-orm'
import { accountMails } from '../accounts/account-mails.ts'
import type { App } from '../platform/app.ts'
import { contactAnswers } from '../contact/admin/answer-message.ts'
import { countUnreadMessages } from '../contact/queries.ts'
import { notificationMailChunks, notificationMailRounds } from '../notifications/mail-notifications.ts'
import { paymentAlertMails, paymentReceipts } from '../payments/payment-mails.ts'
import { grantsAccessSql } from '../payments/queries.ts'
import { payments } from '../payments/tables.ts'
import { countFailingJobs } from '../platform/jobs/jobs.ts'
import { videos } from '../videos/tables.ts'

type Overview = ReplyOf<typeof endpoint>

/** What touches every student is counted this often at most, however many admins look. */
const RECOUNT_MS = 60_000
const MANY = 10_000

type Kept = { at: number; counts: Promise<Overview['students']> }
const kept = new WeakMap<App, Kept>()

const mails = [
  accountMails,
  contactAnswers,
  notificationMailRounds,
  notificationMailChunks,
  paymentReceipts,
  paymentAlertMails,
]

/** The state of the product at a glance. */
export async function loadOverview(app: App): Promise<Overview> {
  const [students, { usedBytes, ...states }, unread, attention, troubled, freeBytes] = await Promise.all([
    studentCounts(app),
    videoCounts(app),
    countUnreadMessages(app),
    app.db.$count(payments, isNotNull(payments.attention)),
    countFailingJobs(
      app.db,
      mails.map(({ name }) => name),
    ),
    freeOnDisk(app),
  ])
  return {
    students,
    videos: states,
    messages: { unread },
    payments: { attention },
    mails: troubled,
    storage: { usedBytes, freeBytes },
  }
}

function studentCounts(app: App): Promise<Overview['students']> {
  const now = app.clock.now().getTime()
  const known = kept.get(app)
  if (known && Math.abs(now - known.at) < RECOUNT_MS) return known.counts
  const counts = countStudents(app)
  kept.set(app, { at: now, counts })
  // Few are counted each time; and a count that failed is no count for a minute.
  counts.then(({ all }) => all < MANY && kept.delete(app)).catch(() => kept.delete(app))
  return counts
}

/** Walks indexes only: of all living accounts, of the few that are not verified, and of payments. */
async function countStudents(app: App): Promise<Overview['students']> {
  const { rows } = await app.db.execute<Overview['students']>(sql`
    select
      ((select count(*) from students where erased_at is null)
        - (select count(*) from students where verified_at is null and erased_at is null))::integer as all,
      (select count(distinct paid.student_id) from payments as paid where ${grantsAccessSql(sql`paid`)})::integer as paid`)
  return rows[0] ?? { all: 0, paid: 0 }
}

async function videoCounts(app: App): Promise<Overview['videos'] & { usedBytes: number }> {
  const streams = sql`(select coalesce(sum((rung->>'bytes')::bigint), 0) + coalesce((${videos.stream}->>'soundBytes')::bigint, 0)
    from jsonb_array_elements(${videos.stream}->'rungs') as rung)`
  const bytes = sql<number>`coalesce(sum(${videos.sizeBytes} + coalesce(${streams}, 0)), 0)::float8`
  const rows = await app.db
    .select({ state: videos.state, videos: count(), bytes })
    .from(videos)
    .where(isNull(videos.deletedAt))
    .groupBy(videos.state)
  const of = (state: 'ready' | 'processing' | 'failed') => rows.find((row) => row.state === state)?.videos ?? 0
  return {
    ready: of('ready'),
    processing: of('processing'),
    failed: of('failed'),
    usedBytes: rows.reduce((sum, row) => sum + row.bytes, 0),
  }
}

async function freeOnDisk({ config }: App): Promise<number | null> {
  if (config.s3) return null
  const { bavail, bsize } = await statfs(config.filesDir)
  return bavail * bsize
}

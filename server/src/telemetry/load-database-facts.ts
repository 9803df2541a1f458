// Metrics about all servers together, read from the database when metrics are collected.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { FREEZE_AFTER_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { desc, isNotNull, isNull, sql } from 'drizzle-orm'
import { backups } from '../backup/tables.ts'
import { needsReport } from '../payments/comparison-rules.ts'
import { paymentComparisons, payments } from '../payments/tables.ts'
import type { App } from '../platform/app.ts'
import type { Db } from '../platform/database/database.ts'
import { listMonthsToFreeze } from '../scholarship/list-months-to-freeze.ts'
import { loadDraw } from '../scholarship/load-draw.ts'
import { listWaitingDraws } from '../scholarship/run-draw.ts'
import { resumableUploads } from '../videos/tables.ts'

type QueueFacts = {
  queue: string
  waiting: number
  active: number
  /** Jobs that failed for good; the job system deletes them after a week. */
  failed: number
  /** How long the oldest job that could start has been waiting; null if there is none. */
  oldestSeconds: number | null
}

/**
 * Reads the depth of every queue. The counts are those kept by the job system, which are up to a minute old, because counting jobs
 * would read all of them. An index finds the oldest job of each queue.
 */
export async function loadQueueFacts(db: Db): Promise<QueueFacts[]> {
  const { rows } = await db.execute<QueueFacts>(sql`
    select queue.name as queue, queue.ready_count as waiting, queue.active_count as active, queue.failed_count as failed,
      (select extract(epoch from pgboss.job_now() - job.start_after)::float8 from pgboss.job
        where job.name = queue.name and job.state < 'active' and not job.blocked
          and job.start_after <= pgboss.job_now()
        order by job.priority desc, job.created_on limit 1) as "oldestSeconds"
    from pgboss.queue where not starts_with(queue.name, '__pgboss__')`)
  return rows
}

const secondsSince = (now: Date, then: Date | undefined) =>
  then === undefined ? undefined : (now.getTime() - then.getTime()) / 1_000

type PaymentFacts = {
  /** Payments that need an admin. */
  attention: number
  /** Differences that need an admin, on the last day that was compared with the provider's list. */
  differences: number | undefined
  comparisonAgeSeconds: number | undefined
}

export async function loadPaymentFacts({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<PaymentFacts> {
  const [last] = await db.select().from(paymentComparisons).orderBy(desc(paymentComparisons.day)).limit(1)
  return {
    attention: await db.$count(payments, isNotNull(payments.attention)),
    differences: last?.differences.filter(needsReport).length,
    comparisonAgeSeconds: secondsSince(clock.now(), last?.comparedAt),
  }
}

/** Returns the age of the last backup, in seconds; undefined if there is none. */
export async function loadBackupAge({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<number | undefined> {
  const [last] = await db.select({ at: backups.snapshotAt }).from(backups).orderBy(desc(backups.snapshotAt)).limit(1)
  return secondsSince(clock.now(), last?.at)
}

/** Returns the number of unfinished resumable uploads. */
export const countOpenUploads = (db: Db): Promise<number> =>
  db.$count(resumableUploads, isNull(resumableUploads.videoId))

type DrawFacts = {
  /** Months that have closed but have no list. */
  missingLists: number
  /** Draws with a public list but no winner yet. */
  waiting: number
  /** Seconds until the next draw; negative if it is overdue. */
  secondsToNext: number
}

/** Reads what the draws are waiting for. Throws if one draw cannot be read, because no value is better than a wrong one. */
export async function loadDrawFacts(app: App): Promise<DrawFacts> {
  const { db, clock } = app
  const now = clock.now()
  const closed = new Date(now.getTime() - FREEZE_AFTER_MS)
  const missing = await listMonthsToFreeze(db, closed)
  const dueTimes = [monthCloses(missing[0] ?? lagosDate(closed).slice(0, 7)).drawsAt]
  const waiting = await listWaitingDraws(db)
  for (const row of waiting) {
    const { state } = await loadDraw(app, db, row)
    if (state.state === 'waiting') dueTimes.push(state.dueAt)
  }
  const next = Math.min(...dueTimes.map((time) => time.getTime()))
  return { missingLists: missing.length, waiting: waiting.length, secondsToNext: (next - now.getTime()) / 1_000 }
}

type ReplicationFacts = {
  /** How many replicas are connected. */
  replicas: number
  /** How far the slowest one is behind; undefined if there is none, or this role may not know. */
  lagSeconds: number | undefined
  /** Undefined if the log is not archived. */
  archive: { isFailing: boolean; ageSeconds: number | undefined } | undefined
}

/** Reads how well the log of an external PostgreSQL is replicated and archived. */
export async function loadReplicationFacts(db: Db): Promise<ReplicationFacts> {
  const { rows } = await db.execute<{
    replicas: number
    lag: number | null
    isArchived: boolean
    isFailing: boolean
    age: number | null
  }>(sql`
    select replication.*, archiver.*, current_setting('archive_mode') <> 'off' as "isArchived"
    from (
      -- A replica that has everything reports no delay.
      select count(*)::integer as replicas,
        extract(epoch from max(coalesce(replay_lag, '0')) filter (where state is not null))::float8 as lag
      from pg_stat_replication where application_name not like 'pg_basebackup%'
    ) as replication, (
      select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing",
        extract(epoch from clock_timestamp() - last_archived_time)::float8 as age
      from pg_stat_archiver
    ) as archiver`)
  const [row] = rows
  return {
    replicas: row?.replicas ?? 0,
    lagSeconds: row?.lag ?? undefined,
    archive: row?.isArchived ? { isFailing: row.isFailing, ageSeconds: row.age ?? undefined } : undefined,
  }
}

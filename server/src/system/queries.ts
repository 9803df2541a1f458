// Reads the tables of the job system.
import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  queueLabel,
  type FailedJob,
  type JobQueue,
  type listFailedJobs as endpoint,
} from '@baobab/contract/system/endpoints.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db } from '../platform/database/database.ts'
import { decodeCursor, toPage } from '../platform/database/pagination.ts'
import { redactText } from '../platform/log.ts'
import { describeFailure } from './rules.ts'

/** Returns the SQL condition that a queue belongs to the product rather than to the job system itself. */
const isOurs = (name: SQL) => sql`not starts_with(${name}, '__pgboss__')`

type QueueRow = Omit<JobQueue, 'lastSuccessAt' | 'nextRunAt'> & { lastSuccessAt: Date | null; startsAt: Date | null }

/** Returns every queue and schedule, those with failures first. */
export async function listJobQueues(app: App): Promise<JobQueue[]> {
  const [{ rows }, nextRuns] = await Promise.all([
    app.db.execute<QueueRow>(sql`
      select queue.name, exists (select from pgboss.schedule where schedule.name = queue.name) as "isSchedule",
        count(*) filter (where job.state = 'created')::integer as waiting,
        count(*) filter (where job.state = 'active')::integer as running,
        count(*) filter (where job.state = 'retry')::integer as retrying,
        count(*) filter (where job.state = 'failed')::integer as failed,
        max(job.completed_on) filter (where job.state = 'completed') as "lastSuccessAt",
        min(job.start_after) filter (where job.state in ('created', 'retry')) as "startsAt"
      from pgboss.queue left join pgboss.job on job.name = queue.name
      where ${isOurs(sql`queue.name`)}
      group by queue.name`),
    app.jobs.nextRuns(),
  ])
  const queues = rows.map(({ startsAt, lastSuccessAt, ...row }) => ({
    ...row,
    lastSuccessAt: toInstant(lastSuccessAt),
    nextRunAt: toInstant(nextRuns.get(row.name) ?? startsAt),
  }))
  const rankFailures = (queue: JobQueue) => Number(queue.failed > 0) * 2 + Number(queue.retrying > 0)
  return queues.toSorted(
    (a, b) => rankFailures(b) - rankFailures(a) || queueLabel(a.name).localeCompare(queueLabel(b.name)),
  )
}

const toInstant = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString())

/** Returns the number of jobs that failed for good in the last 24 hours. */
export async function countFailedJobs(db: Db): Promise<number> {
  const { rows } = await db.execute<{ failed: number }>(sql`
    select count(*)::integer as failed from pgboss.job
    where state = 'failed' and completed_on > now() - interval '24 hours' and ${isOurs(sql`name`)}`)
  return rows[0]?.failed ?? 0
}

/** Returns how many jobs failed for good in each queue; the job system deletes them after a week. */
export async function countFailedJobsByQueue(db: Db): Promise<{ queue: string; failed: number }[]> {
  const { rows } = await db.execute<{ queue: string; failed: number }>(sql`
    select name as queue, count(*)::integer as failed from pgboss.job
    where state = 'failed' and completed_on > now() - interval '7 days' and ${isOurs(sql`name`)}
    group by name`)
  return rows
}

type FailedRow = { id: string; queue: string; failedAt: Date | string; output: unknown; tries: number }

/** Returns a page of the jobs that failed for good, newest first. The job system deletes them after a week. */
export async function listFailedJobs(
  app: App,
  { queue, limit, cursor }: ParsedOf<typeof endpoint>['query'],
): Promise<ReplyOf<typeof endpoint>> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  // Cursors have millisecond precision.
  const failedAt = sql`date_trunc('milliseconds', completed_on)`
  const { rows } = await app.db.execute<FailedRow>(sql`
    select id, name as queue, ${failedAt} as "failedAt", output, retry_count + 1 as tries
    from pgboss.job
    where state = 'failed' and ${isOurs(sql`name`)}
      and ${queue === undefined ? sql`true` : sql`name = ${queue}`}
      and ${after ? sql`(${failedAt}, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by ${failedAt} desc, id desc
    limit ${limit + 1}`)
  const { page, nextCursor } = toPage(rows, limit, ({ failedAt: at, id }) => ({ at: new Date(at), id }))
  return { jobs: page.map(toFailedJob), nextCursor }
}

function toFailedJob({ id, queue, failedAt, output, tries }: FailedRow): FailedJob {
  // Redacted again, because the job system itself stores some errors.
  const reason = redactText(describeFailure(output))
  return { _id: id, queue, failedAt: new Date(failedAt).toISOString(), reason, tries }
}

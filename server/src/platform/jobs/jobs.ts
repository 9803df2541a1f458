// Background jobs with pg-boss. The queues are in the same database, so a job can be sent as part of a transaction.
import { msToLagosMidnight } from '@baobab/contract/age.ts'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Db, Tx } from '../database/database.ts'
import { serializeError } from '../log.ts'

type QueueOptions<Data extends object> = {
  /** Retries after the first attempt; default 10. */
  retryLimit?: number
  /** How long a job may run; default 15 minutes. */
  expireInSeconds?: number
  /** Seconds without a heartbeat after which a job's server counts as lost and the job is retried; at least 10. */
  heartbeatSeconds?: number
  /** The queue for jobs that failed for good, including jobs whose server was lost. */
  deadLetter?: Queue<Data>
}

export type Queue<Data extends object> = QueueOptions<Data> & { name: string; data?: Data }

/** Declares a queue and the type of its jobs' data. */
export function defineQueue<Data extends object>(name: string, options: QueueOptions<Data> = {}): Queue<Data> {
  return { name, ...options }
}

export type Jobs = {
  /** Sends a job. In a transaction, the job exists only if the transaction commits. */
  send<Data extends object>(tx: Db | Tx, queue: Queue<Data>, data: Data): Promise<void>
  /** Handles the jobs of a queue one at a time; a job whose handler throws is retried with back-off. */
  work<Data extends object>(queue: Queue<Data>, handler: (data: Data) => Promise<void>): Promise<void>
  /**
   * Handles a queue of long jobs, `concurrency` at a time. The signal aborts when the server stops or the job has been
   * assigned to another server. A job that was interrupted by a stop runs again immediately, without using up a retry.
   */
  workLong<Data extends object>(
    queue: Queue<Data>,
    handler: (data: Data, signal: AbortSignal) => Promise<void>,
    concurrency: number,
  ): Promise<void>
  /** Runs a handler on a cron schedule in Lagos time, on one server only. */
  schedule(name: string, cron: string, handler: () => Promise<void>): Promise<void>
  /** Runs an idempotent handler at 00:00 Lagos time on every server, for changes that cannot wait for a scheduled job. */
  atMidnightOnEveryServer(handler: () => Promise<unknown>): void
  close(): Promise<void>
}

/** Returns how many jobs of these queues failed for good in the last week, and how many wait for a retry. */
export async function countFailingJobs(
  db: Db,
  queues: readonly string[],
): Promise<{ failed: number; retrying: number }> {
  const { rows } = await db.execute<{ failed: number; retrying: number }>(sql`
    select count(*) filter (where state = 'failed')::integer as failed,
      count(*) filter (where state = 'retry')::integer as retrying
    from pgboss.job
    where name in ${[...queues]} and state in ('failed', 'retry') and created_on > now() - interval '8 days'
      and (completed_on is null or completed_on > now() - interval '7 days')`)
  return rows[0] ?? { failed: 0, retrying: 0 }
}

/** How often pg-boss looks for jobs whose server was lost. */
const SUPERVISE_SECONDS = 15

/**
 * Opens the job system on a database.
 * @param options.onError receives failures of jobs and of the job system itself
 */
export async function openJobs(options: { url: string; onError: (error: Error) => void }): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: options.url,
    application_name: 'baobab jobs',
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', options.onError)
  await boss.start()
  const created = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
  const ensureQueue = async ({ name, retryLimit = 10, deadLetter, ...rest }: Queue<object>) => {
    if (created.has(name)) return
    if (deadLetter) await ensureQueue(deadLetter)
    const { expireInSeconds, heartbeatSeconds } = rest
    await boss.createQueue(name, {
      retryLimit,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 3_600,
      notify: true,
      ...(expireInSeconds ? { expireInSeconds } : {}),
      ...(heartbeatSeconds ? { heartbeatSeconds } : {}),
      ...(deadLetter ? { deadLetter: deadLetter.name } : {}),
    })
    created.add(name)
  }
  // The error is stored with the job, so it is redacted as in the log: the error for a refused mail contains the address.
  const failJob = async (name: string, id: string, error: unknown) => {
    const failure = error instanceof Error ? error : new Error(String(error))
    options.onError(failure)
    await boss.fail(name, id, serializeError(failure) ?? {})
  }
  const closing = new AbortController()
  const longQueues = new Set<string>()
  return {
    async send(tx, queue, data) {
      await ensureQueue(queue)
      await boss.send(queue.name, data, { db: fromDrizzle(tx, sql) })
    },
    async work(queue, handler) {
      await ensureQueue(queue)
      const options = {
        batchSize: 20,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 2,
      }
      await boss.work<object>(queue.name, options, async (jobs) => {
        for (const job of jobs) {
          // Fails only this job; a throw would fail the whole batch.
          await handler(job.data as never).catch((error: unknown) => failJob(queue.name, job.id, error))
        }
      })
    },
    async workLong(queue, handler, concurrency) {
      await ensureQueue(queue)
      longQueues.add(queue.name)
      const options = { localConcurrency: concurrency, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }
      await boss.work<object>(queue.name, options, async ([job]) => {
        if (!job) return
        const signal = AbortSignal.any([job.signal, closing.signal])
        await handler(job.data as never, signal).catch(async (error: unknown) => {
          if (!closing.signal.aborted) return failJob(queue.name, job.id, error)
          // Send the job again before completing it, so that a crash in between leaves two jobs rather than none.
          await boss.send(queue.name, job.data)
          await boss.complete(queue.name, job.id)
        })
      })
    },
    async schedule(name, cron, handler) {
      await ensureQueue({ name, retryLimit: 2 })
      await boss.work(name, { pollingIntervalSeconds: 5 }, handler)
      await boss.schedule(name, cron, {}, { tz: 'Africa/Lagos' })
    },
    atMidnightOnEveryServer(handler) {
      const scheduleNext = () => {
        const timer = setTimeout(() => {
          timers.delete(timer)
          scheduleNext()
          handler().catch((error: unknown) =>
            options.onError(error instanceof Error ? error : new Error(String(error))),
          )
        }, msToLagosMidnight(new Date()))
        timers.add(timer.unref())
      }
      scheduleNext()
    },
    async close() {
      for (const timer of timers) clearTimeout(timer)
      for (const name of longQueues) await boss.offWork(name, { wait: false })
      closing.abort(new Error('The server is stopping.'))
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

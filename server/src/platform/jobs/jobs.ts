// Background work on pg-boss: queues live in the same database, so a job is sent in the transaction that wants it.
import { msToLagosMidnight } from '@baobab/contract/age.ts'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Db, Tx } from '../database/database.ts'
import { serializeError } from '../log.ts'

type QueueOptions<Data extends object> = {
  /** Tries after the first. */
  retryLimit?: number
  /** How long a job may run; a quarter of an hour where nothing is said. */
  expireInSeconds?: number
  /** After how long without a sign of life a job's server counts as dead, and the job is tried again. At least 10. */
  heartbeatSeconds?: number
  /** Gets the jobs that failed for good, also those whose servers died. */
  deadLetter?: Queue<Data>
}

export type Queue<Data extends object> = QueueOptions<Data> & { name: string; data?: Data }

/** Names a queue and the shape of its jobs. */
export function queue<Data extends object>(name: string, options: QueueOptions<Data> = {}): Queue<Data> {
  return { name, ...options }
}

export type Jobs = {
  /** Sends a job; given a transaction, the job exists exactly if that commits. */
  send<Data extends object>(tx: Db | Tx, queue: Queue<Data>, data: Data): Promise<void>
  /** Works a queue, one job at a time; a handler that throws is tried again with back-off. */
  work<Data extends object>(queue: Queue<Data>, handler: (data: Data) => Promise<void>): Promise<void>
  /**
   * Works a queue of long jobs, `concurrency` at a time. The signal aborts when the server ends or the job is another's by
   * now; a job that the server's end stopped does not count as tried and runs again at once, here or elsewhere.
   */
  workLong<Data extends object>(
    queue: Queue<Data>,
    handler: (data: Data, signal: AbortSignal) => Promise<void>,
    concurrency: number,
  ): Promise<void>
  /** Runs a handler on a cron schedule in Lagos time, on one server only. */
  schedule(name: string, cron: string, handler: () => Promise<void>): Promise<void>
  /** Runs a handler at 00:00 Lagos time on every server: for what must be true at that second and may be done twice. */
  atMidnightOnEveryServer(handler: () => Promise<unknown>): void
  close(): Promise<void>
}

/** How many jobs of these queues were given up in the last week, and how many wait for another try after a failure. */
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

/** How often jobs of dead servers are looked for. */
const SUPERVISE_S = 15

/** Opens the job system on a database; failures of its own housekeeping go to `onError`. */
export async function openJobs(options: { url: string; onError: (error: Error) => void }): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: options.url,
    application_name: 'baobab jobs',
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
  })
  boss.on('error', options.onError)
  await boss.start()
  const made = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
  const ensure = async ({ name, retryLimit = 10, deadLetter, ...rest }: Queue<object>) => {
    if (made.has(name)) return
    if (deadLetter) await ensure(deadLetter)
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
    made.add(name)
  }
  // What is kept beside the job names nobody either: a refused mail's error holds its address.
  const failJob = async (name: string, id: string, error: unknown) => {
    const failure = error instanceof Error ? error : new Error(String(error))
    options.onError(failure)
    await boss.fail(name, id, serializeError(failure) ?? {})
  }
  const closing = new AbortController()
  const long = new Set<string>()
  return {
    async send(tx, queue, data) {
      await ensure(queue)
      await boss.send(queue.name, data, { db: fromDrizzle(tx, sql) })
    },
    async work(queue, handler) {
      await ensure(queue)
      const pace = {
        batchSize: 20,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 2,
      }
      await boss.work<object>(queue.name, pace, async (jobs) => {
        for (const job of jobs) {
          // One job's failure must not send the others of its batch again.
          await handler(job.data as never).catch((error: unknown) => failJob(queue.name, job.id, error))
        }
      })
    },
    async workLong(queue, handler, concurrency) {
      await ensure(queue)
      long.add(queue.name)
      const pace = { localConcurrency: concurrency, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }
      await boss.work<object>(queue.name, pace, async ([job]) => {
        if (!job) return
        const signal = AbortSignal.any([job.signal, closing.signal])
        await handler(job.data as never, signal).catch(async (error: unknown) => {
          if (!closing.signal.aborted) return failJob(queue.name, job.id, error)
          // Sent anew before it ends: a crash in between makes two of it, never none.
          await boss.send(queue.name, job.data)
          await boss.complete(queue.name, job.id)
        })
      })
    },
    async schedule(name, cron, handler) {
      await ensure({ name, retryLimit: 2 })
      await boss.work(name, { pollingIntervalSeconds: 5 }, handler)
      await boss.schedule(name, cron, {}, { tz: 'Africa/Lagos' })
    },
    atMidnightOnEveryServer(handler) {
      const wait = () => {
        const timer = setTimeout(() => {
          timers.delete(timer)
          wait()
          handler().catch((error: unknown) =>
            options.onError(error instanceof Error ? error : new Error(String(error))),
          )
        }, msToLagosMidnight(new Date()))
        timers.add(timer.unref())
      }
      wait()
    },
    async close() {
      for (const timer of timers) clearTimeout(timer)
      for (const name of long) await boss.offWork(name, { wait: false })
      closing.abort(new Error('The server ends.'))
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

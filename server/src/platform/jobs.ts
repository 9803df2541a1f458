// Background work on pg-boss: queues live in the same database, so a job is sent in the transaction that wants it.
import { msToLagosMidnight } from '@baobab/contract/age.ts'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Db, Tx } from './database.ts'
import { loggedError } from './log.ts'

export type Queue<Data extends object> = { name: string; retryLimit?: number; data?: Data }

/** Names a queue and the shape of its jobs. */
export function queue<Data extends object>(name: string, options: { retryLimit?: number } = {}): Queue<Data> {
  return { name, ...options }
}

export type Jobs = {
  /** Sends a job; given a transaction, the job exists exactly if that commits. */
  send<Data extends object>(tx: Db | Tx, queue: Queue<Data>, data: Data): Promise<void>
  /** Works a queue, one job at a time; a handler that throws is tried again with back-off. */
  work<Data extends object>(queue: Queue<Data>, handler: (data: Data) => Promise<void>): Promise<void>
  /** Runs a handler on a cron schedule in Lagos time, on one server only. */
  schedule(name: string, cron: string, handler: () => Promise<void>): Promise<void>
  /** Runs a handler at 00:00 Lagos time on every server: for what must be true at that second and may be done twice. */
  atMidnight(handler: () => Promise<unknown>): void
  close(): Promise<void>
}

/** Opens the job system on a database; failures of its own housekeeping go to `onError`. */
export async function openJobs(options: { url: string; onError: (error: Error) => void }): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: options.url,
    application_name: 'baobab jobs',
    max: 4,
    useListenNotify: true,
  })
  boss.on('error', options.onError)
  await boss.start()
  const made = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
  const ensure = async ({ name, retryLimit = 10 }: Queue<object>) => {
    if (made.has(name)) return
    await boss.createQueue(name, { retryLimit, retryDelay: 5, retryBackoff: true, retryDelayMax: 3_600, notify: true })
    made.add(name)
  }
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
          await handler(job.data as never).catch(async (error: unknown) => {
            const failure = error instanceof Error ? error : new Error(String(error))
            options.onError(failure)
            // What is kept beside the job names nobody either: a refused mail's error holds its address.
            await boss.fail(queue.name, job.id, loggedError(failure) ?? {})
          })
        }
      })
    },
    async schedule(name, cron, handler) {
      await ensure({ name, retryLimit: 2 })
      await boss.work(name, { pollingIntervalSeconds: 5 }, handler)
      await boss.schedule(name, cron, {}, { tz: 'Africa/Lagos' })
    },
    atMidnight(handler) {
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
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

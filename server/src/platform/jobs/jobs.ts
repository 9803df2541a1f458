// Background jobs with pg-boss. The queues are in the same database, so a job can be sent in a transaction.
import { sql } from 'drizzle-orm'
import { fromDrizzle, type JobWithMetadata, type PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../database/database.ts'
import type { DiskSpace } from '../database/disk-space.ts'
import { serializeError } from '../log.ts'
import { atMidnight } from './at-midnight.ts'
import { repeat } from './repeat.ts'
import { openJobLog, type JobLog } from './job-log.ts'
import { startPgBoss } from './start-pg-boss.ts'

type Job = JobWithMetadata<object>

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
  /**
   * Sends a job. In a transaction, the job exists only if the transaction commits.
   * @param startAfter the seconds to wait before it may start
   */
  send<Data extends object>(tx: Db | Tx, queue: Queue<Data>, data: Data, startAfter?: number): Promise<void>
  /** Handles the jobs of a queue one at a time, oldest first; a job whose handler throws is retried with back-off. */
  work<Data extends object>(queue: Queue<Data>, handler: (data: Data) => Promise<void>): Promise<void>
  /**
   * Handles a queue of long jobs, `concurrency` at a time. The signal aborts when the server stops, the disk is full, or the job
   * has been assigned to another server. A job interrupted by a stop runs again immediately, and one that finds the disk full runs
   * again a minute later; neither uses up a retry. A job that is running when the disk becomes full has failed, because it may be
   * what fills the disk.
   */
  workLong<Data extends object>(
    queue: Queue<Data>,
    handler: (data: Data, signal: AbortSignal) => Promise<void>,
    concurrency: number,
  ): Promise<void>
  /** Runs a handler on a cron schedule in Lagos time, on one server only. */
  schedule(name: string, cron: string, handler: () => Promise<void>): Promise<void>
  /**
   * Runs an idempotent handler at midnight in Lagos on every server, for changes that cannot wait for a scheduled job. It also runs
   * when the clock is corrected to another day. A failure is only logged, so a schedule must also run the handler.
   */
  atMidnightOnEveryServer(handler: () => Promise<unknown>): void
  /**
   * Runs an idempotent handler on every server repeatedly, each time `everyMs` after it ended, for work that cannot wait for a
   * schedule, whose shortest interval is a minute. A failure is logged, and the next run waits longer.
   */
  repeatOnEveryServer(everyMs: number, handler: () => Promise<void>): void
  /** Returns when each schedule of this product runs next, by name. */
  nextRuns(): Promise<Map<string, Date>>
  /** Lets jobs that failed for good run again. */
  retry(tx: Tx, queue: string, ids: readonly string[]): Promise<void>
  /** Deletes jobs of a queue. */
  discard(tx: Tx, queue: string, ids: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** How long a long job waits when it finds the disk full. */
const FULL_DISK_SECONDS = 60

/** The messages that pg-boss stores with a job whose server was lost or that ran for too long. */
const lostMessages: readonly unknown[] = ['job timed out', 'job heartbeat timeout']

const LOST = 'The attempt took too long, or its server was lost.'
const INTERRUPTED = 'The attempt took too long, was assigned to another server, or the server stopped.'

/** Whether the previous attempt ended without its server noticing, so that nothing was logged. */
function wasLost(job: Job): boolean {
  const stored: unknown = job.retryCount > 0 && job.output ? Reflect.get(job.output, 'value') : undefined
  return typeof stored === 'object' && stored !== null && lostMessages.includes(Reflect.get(stored, 'message'))
}

/** Creates the functions that run a handler for one attempt at a job, and that mark the attempt as failed. */
function createRunner(boss: PgBoss, jobLog: JobLog) {
  // The error is stored with the job, so it is redacted as in the log: the error for a refused mail contains the address.
  const fail = async (job: Job, error: unknown) => {
    // An aborted attempt has already been logged, and pg-boss has taken the job away from it.
    if (!job.signal.aborted) jobLog.jobFailed(job, error)
    await boss.fail(job.name, job, serializeError(error) ?? { message: 'No message' })
  }
  const run = async (
    job: Job,
    handle: () => Promise<void>,
    onFailure: (error: unknown) => Promise<void> = (error) => fail(job, error),
  ) => {
    if (wasLost(job)) jobLog.jobFailed({ ...job, retryCount: job.retryCount - 1 }, new Error(LOST))
    // pg-boss itself fails a job that runs for too long, and aborts its signal while the handler is still running.
    const onAbort = () => jobLog.jobFailed(job, new Error(INTERRUPTED))
    job.signal.addEventListener('abort', onAbort)
    try {
      await handle()
    } catch (error) {
      await onFailure(error)
    } finally {
      job.signal.removeEventListener('abort', onAbort)
    }
  }
  return { run, fail }
}

/**
 * How often a queue is polled: rarely while the database reports new jobs, because then polling only finds jobs that wait for their
 * time.
 */
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 }
const schedulePolling = { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 10 }

/**
 * Creates a function that creates a queue in the database unless it exists. All existing queues are read at once, because otherwise
 * a start would take a transaction for each of dozens.
 */
async function createQueues(boss: PgBoss) {
  const created = new Set((await boss.getQueues()).map(({ name }) => name))
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
  return ensureQueue
}

/** Opens the job system on a database. Failures of jobs and of the job system itself are logged. */
export async function openJobs(options: {
  url: string
  log: Logger
  clock: Clock
  diskSpace: Pick<DiskSpace, 'untilFull'>
  /** Whether this server runs scheduled jobs, midnight work and repeated work; true by default. */
  runsSchedules?: boolean
}): Promise<Jobs> {
  const { url, diskSpace, clock, runsSchedules = true } = options
  const jobLog = openJobLog(options.log)
  const running = await startPgBoss({ url, clock, runsSchedules, onError: (error) => jobLog.systemFailed(error) })
  const { boss } = running
  const ensureQueue = await createQueues(boss)
  const scheduled = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  const { run, fail } = createRunner(boss, jobLog)
  const closing = new AbortController()
  const longQueues = new Set<string>()
  const stopRepeated: (() => Promise<void>)[] = []
  return {
    async send(tx, queue, data, startAfter = 0) {
      await ensureQueue(queue)
      await boss.send(queue.name, data, { db: fromDrizzle(tx, sql), startAfter })
    },
    async work(queue, handler) {
      await ensureQueue(queue)
      const options = {
        batchSize: 20,
        includeMetadata: true as const,
        burstWhenBatchFull: true,
        ...polling,
      }
      await boss.work(queue.name, options, async (jobs: Job[]) => {
        // The database returns a batch in any order.
        for (const job of jobs.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime())) {
          // The batch took too long: pg-boss has failed the remaining jobs, which will run again later.
          if (job.signal.aborted) return
          // Fails only this job; a throw would fail the whole batch.
          await run(job, () => handler(job.data as never))
        }
      })
    },
    async workLong(queue, handler, concurrency) {
      await ensureQueue(queue)
      longQueues.add(queue.name)
      const options = {
        localConcurrency: concurrency,
        includeMetadata: true as const,
        ...polling,
      }
      // Sends a job again before completing it, so that a crash in between leaves two jobs rather than none.
      const sendAgain = async (job: Job, startAfter = 0) => {
        await boss.send(queue.name, job.data, { startAfter })
        await boss.complete(queue.name, job.id)
      }
      await boss.work(queue.name, options, async ([job]: Job[]) => {
        if (!job) return
        const full = diskSpace.untilFull()
        if (full.aborted) return sendAgain(job, FULL_DISK_SECONDS)
        const signal = AbortSignal.any([job.signal, closing.signal, full])
        const handle = () => handler(job.data as never, signal)
        await run(job, handle, async (error) => {
          const isOurs = !job.signal.aborted
          return closing.signal.aborted && isOurs ? sendAgain(job) : fail(job, error)
        })
      })
    },
    async schedule(name, cron, handler) {
      await ensureQueue({ name, retryLimit: 2 })
      const options = { includeMetadata: true as const, ...schedulePolling }
      await boss.work(name, options, async ([job]: Job[]) => {
        if (job) await run(job, handler)
      })
      if (scheduled.get(name) !== cron) await boss.schedule(name, cron, {}, { tz: 'Africa/Lagos' })
    },
    atMidnightOnEveryServer(handler) {
      if (!runsSchedules) return
      // Like the schedules, this follows the database's clock rather than a time set by a test.
      const readNow = () => new Date(clock.now().getTime() - clock.offsetMs())
      const onNewDay = () => void handler().catch((error: unknown) => jobLog.systemFailed(error))
      closing.signal.addEventListener('abort', atMidnight(readNow, onNewDay))
    },
    repeatOnEveryServer(everyMs, handler) {
      if (!runsSchedules) return
      stopRepeated.push(repeat({ everyMs, handler, onError: (error) => jobLog.systemFailed(error) }))
    },
    async nextRuns() {
      const schedules = await boss.getSchedules()
      return new Map(
        schedules.flatMap(({ name, cron, timezone }) => {
          const [next] = boss.previewSchedule(cron, { tz: timezone, count: 1 })
          return next ? [[name, next] as const] : []
        }),
      )
    },
    async retry(tx, queue, ids) {
      await boss.retry(queue, [...ids], { db: fromDrizzle(tx, sql) })
    },
    async discard(tx, queue, ids) {
      await boss.deleteJob(queue, [...ids], { db: fromDrizzle(tx, sql) })
    },
    async close() {
      for (const name of longQueues) await boss.offWork(name, { wait: false })
      closing.abort(new Error('The server is stopping.'))
      for (const stop of stopRepeated) await stop()
      await running.stop()
      jobLog.close()
    },
  }
}

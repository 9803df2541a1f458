// Logs failures in the job system: each failed job with its queue and id, and errors of the system itself.
import type { Logger } from 'pino'
import { serializeError } from '../log.ts'

/** One attempt at a job. `retryCount` is 0 at the first attempt. */
type JobAttempt = { id: string; name: string; retryCount: number; retryLimit: number }

export type JobLog = {
  /** An attempt failed, or its server was lost. Job data is never logged, because it may be personal. */
  jobFailed(job: JobAttempt, error: unknown): void
  /** The job system failed to fetch, maintain or schedule jobs. */
  systemFailed(error: unknown): void
  close(): void
}

/** How often an error of the job system is logged while it repeats: every queue polls a lost database every 2 s. */
const REPEAT_MS = 60_000

/** Opens the log of a job system. */
export function openJobLog(log: Logger): JobLog {
  const repeated = new Map<string, { timer: NodeJS.Timeout; count: number }>()
  /** Logs how often an error was repeated and waits for further repetitions; forgets it once it no longer repeats. */
  const summarize = (key: string, error: unknown) => {
    const count = repeated.get(key)?.count ?? 0
    repeated.delete(key)
    if (count === 0) return
    log.error({ err: error, repeated: count }, 'the job system keeps failing')
    wait(key, error)
  }
  const wait = (key: string, error: unknown) => {
    repeated.set(key, { count: 0, timer: setTimeout(() => summarize(key, error), REPEAT_MS).unref() })
  }
  return {
    jobFailed({ id, name, retryCount, retryLimit }, error) {
      const fields = { queue: name, job: id, attempt: retryCount + 1, attempts: retryLimit + 1, err: error }
      if (retryCount < retryLimit) log.warn(fields, 'a job failed and will be tried again')
      else log.error(fields, 'a job failed for good')
    },
    systemFailed(error) {
      const { type, code, message } = serializeError(error) ?? {}
      const key = `${type} ${code} ${message}`
      const known = repeated.get(key)
      if (known) return void (known.count += 1)
      // The job system adds the name of the queue to errors of its workers.
      const queue: unknown = typeof error === 'object' && error ? Reflect.get(error, 'queue') : undefined
      log.error({ ...(typeof queue === 'string' ? { queue } : {}), err: error }, 'the job system failed')
      wait(key, error)
    },
    close() {
      for (const { timer } of repeated.values()) clearTimeout(timer)
    },
  }
}

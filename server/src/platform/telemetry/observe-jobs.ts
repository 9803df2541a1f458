import type { Jobs, Queue } from '../jobs/jobs.ts'
import type { Telemetry } from './telemetry.ts'

/** In seconds: from a mail to encoding a long video. */
const buckets = [0.05, 0.25, 1, 5, 15, 60, 300, 1_800, 7_200]

/** Returns a job system that measures and traces each attempt at a job. With telemetry off, returns it unchanged. */
export function observeJobs(telemetry: Telemetry | undefined, jobs: Jobs): Jobs {
  if (!telemetry) return jobs
  const duration = telemetry.meter.createHistogram('baobab_job_duration_seconds', {
    description: 'Seconds that attempts at jobs took, with their number by outcome: ok or failed',
    advice: { explicitBucketBoundaries: buckets },
  })
  const attempt = async (queue: string, handle: () => Promise<void>): Promise<void> => {
    const beganAt = performance.now()
    let outcome = 'failed'
    try {
      await (telemetry.tracing?.job(`job ${queue}`, handle) ?? handle())
      outcome = 'ok'
    } finally {
      duration.record((performance.now() - beganAt) / 1_000, { queue, outcome })
    }
  }
  return {
    ...jobs,
    work: <Data extends object>(queue: Queue<Data>, handler: (data: Data) => Promise<void>) =>
      jobs.work(queue, (data) => attempt(queue.name, () => handler(data))),
    workLong: <Data extends object>(
      queue: Queue<Data>,
      handler: (data: Data, signal: AbortSignal) => Promise<void>,
      concurrency: number,
    ) => jobs.workLong(queue, (data, signal) => attempt(queue.name, () => handler(data, signal)), concurrency),
    schedule: (name, cron, handler) => jobs.schedule(name, cron, () => attempt(name, handler)),
  }
}

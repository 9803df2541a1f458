import type { Telemetry } from './telemetry.ts'

/** The outside services, and the measured calls of each. The names become labels, so they are few and fixed. */
type Call<T> = { [K in keyof T]: T[K] extends (...args: never[]) => Promise<unknown> ? K : never }[keyof T] & string

/** In seconds: from a local reply to the longest time limit of any call. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

export type CallMetrics = ReturnType<typeof createCallMetrics>

/** Creates the measuring of calls to other services; with telemetry off, it returns every client unchanged. */
export function createCallMetrics(telemetry: Telemetry | undefined) {
  const duration = telemetry?.meter.createHistogram('baobab_outgoing_call_duration_seconds', {
    description: 'Seconds that calls to other services took, with their number by outcome: ok or failed',
    advice: { explicitBucketBoundaries: buckets },
  })
  return {
    /** Returns a client that measures and traces some of its calls. A call counts as failed if it throws. */
    observe<T extends object>(service: string, client: T, calls: readonly Call<T>[]): T {
      if (!telemetry || !duration) return client
      const measured = calls.map((call) => {
        const run = Reflect.get(client, call) as (...args: unknown[]) => Promise<unknown>
        return [call, measure({ telemetry, duration, service, call }, run.bind(client))]
      })
      return { ...client, ...(Object.fromEntries(measured) as Partial<T>) }
    },
  }
}

type Measuring = {
  telemetry: Telemetry
  duration: { record(value: number, labels: Record<string, string>): void }
  service: string
  call: string
}

function measure({ telemetry, duration, service, call }: Measuring, run: (...args: unknown[]) => Promise<unknown>) {
  const attributes = { 'service.peer.name': service }
  return async (...args: unknown[]) => {
    const beganAt = performance.now()
    let outcome = 'failed'
    try {
      const work = () => run(...args)
      const result = await (telemetry.tracing?.call(`${service}.${call}`, attributes, work) ?? work())
      outcome = 'ok'
      return result
    } finally {
      duration.record((performance.now() - beganAt) / 1_000, { service, call, outcome })
    }
  }
}

// What a server measures of itself: metrics and traces, by OpenTelemetry. Both are off unless a setting asks for them, and
// then no package of OpenTelemetry is loaded.
import type { Meter } from '@opentelemetry/api'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Tracing } from './tracing.ts'

export type Telemetry = {
  /** Creates the counters, histograms and gauges. Their labels never hold what a person has sent: routes, not paths. */
  meter: Meter
  /** Undefined: nothing is traced. */
  tracing: Tracing | undefined
  /** Returns all metrics in the text format of Prometheus. */
  readMetrics(): Promise<string>
  /** Sends what was measured last, and stops. */
  close(): Promise<void>
}

/** Opens metrics and traces as the settings say; undefined if they ask for none. */
export async function openTelemetry(
  config: Pick<Config, 'telemetry' | 'port'>,
  log: Logger,
): Promise<Telemetry | undefined> {
  const { scraping, otlp } = config.telemetry
  if (!scraping && !otlp) return undefined
  const { openSdk } = await import('./sdk.ts')
  return openSdk(config, log)
}

// A server's own metrics and traces, through OpenTelemetry.
import type { Meter } from '@opentelemetry/api'
import type { Tracing } from './tracing.ts'

export type Telemetry = {
  /** Creates counters, histograms and gauges. Labels never contain input from a person: routes, not paths. */
  meter: Meter
  /** Undefined: nothing is traced. */
  tracing: Tracing | undefined
  /** Returns all metrics in the text format of Prometheus. */
  readMetrics(): Promise<string>
  /** Sends the last measurements, and stops. */
  close(): Promise<void>
}

// OpenTelemetry's SDK: only loaded if the settings enable metrics or traces.
import { hostname } from 'node:os'
import type { Meter } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { AlwaysOnSampler, BatchSpanProcessor, ParentBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import packageJson from '../../../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import type { OtlpConfig } from './settings.ts'
import type { Telemetry } from './telemetry.ts'
import { createTracing, type Tracing } from './tracing.ts'

const NAME = 'baobab'
/** How long an export may take, including retries. */
const TIMEOUT_MS = 10_000
/** The longest time a finished span waits for others. */
const SPAN_DELAY_MS = 5_000

type Result = { code: number; error?: Error }
type Exporter<Item> = { export(items: Item, done: (result: Result) => void): void }

/**
 * Logs when exports start to fail, and when they work again: logging each failure would fill the log while a collector is
 * unreachable.
 */
function logFailures<Item, E extends Exporter<Item>>(exporter: E, { what, log }: { what: string; log: Logger }): E {
  const send = exporter.export.bind(exporter)
  let isFailing = false
  exporter.export = (items: Item, done: (result: Result) => void) =>
    send(items, (result) => {
      const hasFailed = result.code !== 0
      if (hasFailed && !isFailing) log.warn({ err: result.error, what }, 'the collector does not take telemetry')
      if (!hasFailed && isFailing) log.info({ what }, 'the collector takes telemetry again')
      isFailing = hasFailed
      done(result)
    })
  return exporter
}

/** Identifies this server to a collector, which may receive metrics from many. */
function describeServer(serviceName: string, port: number): Resource {
  return resourceFromAttributes({
    'service.name': serviceName,
    'service.version': packageJson.version,
    'service.instance.id': `${hostname()}:${port}`,
  })
}

function createMetricPush({ endpoint, headers, intervalMs }: OtlpConfig, log: Logger) {
  const timeoutMillis = Math.min(intervalMs, TIMEOUT_MS)
  const exporter = new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, headers, timeoutMillis })
  return new PeriodicExportingMetricReader({
    exporter: logFailures(exporter, { what: 'metrics', log }),
    exportIntervalMillis: intervalMs,
    exportTimeoutMillis: timeoutMillis,
  })
}

function createTracerProvider({ endpoint, headers, intervalMs }: OtlpConfig, resource: Resource, log: Logger) {
  const timeoutMillis = Math.min(intervalMs, TIMEOUT_MS)
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis })
  return new TracerProvider({
    resource,
    // tracing.ts has already decided which requests without a parent are in the sample.
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: logFailures(exporter, { what: 'traces', log }),
        scheduledDelayMillis: Math.min(intervalMs, SPAN_DELAY_MS),
      }),
    ],
  })
}

/** Opens metrics, to be scraped or pushed, and traces. */
export function openSdk({ telemetry, port }: Pick<Config, 'telemetry' | 'port'>, log: Logger): Telemetry {
  const { scraping, otlp } = telemetry
  const resource = describeServer(otlp?.serviceName ?? NAME, port)
  // Never started: the metrics server sends what it collects.
  const scraped = scraping && new PrometheusExporter({ preventServerStart: true })
  const pushed = otlp && createMetricPush(otlp, log)
  const meters = new MeterProvider({ resource, readers: [scraped, pushed].filter((reader) => reader !== undefined) })
  const meter: Meter = meters.getMeter(NAME)
  const traces = otlp && otlp.sampling > 0 ? createTracerProvider(otlp, resource, log) : undefined
  const tracing: Tracing | undefined = traces && createTracing(traces.getTracer(NAME), otlp?.sampling ?? 0)
  const serializer = new PrometheusSerializer('', false, undefined, true, true)
  return {
    meter,
    tracing,
    async readMetrics() {
      if (!scraped) return ''
      const { resourceMetrics, errors } = await scraped.collect()
      // The other metrics are still there: the database is down, and is reported elsewhere.
      for (const error of errors) log.debug({ err: error }, 'a metric could not be read')
      return serializer.serialize(resourceMetrics)
    },
    async close() {
      const onError = (error: unknown) => log.debug({ err: error }, 'the last telemetry was not sent')
      await Promise.all([meters.shutdown(), traces?.shutdown()]).catch(onError)
    },
  }
}

// The settings for metrics and traces. OpenTelemetry's own have the names that its specification gives them.
import { z } from 'zod'

export const telemetrySettings = {
  METRICS_PORT: 'a port for monitoring: `/metrics` for Prometheus, `/readyz` with numbers; never open it to visitors',
  METRICS_HOST: 'the address that METRICS_PORT is opened on',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'the collector that takes metrics and traces, by OTLP over HTTP in JSON',
  OTEL_EXPORTER_OTLP_HEADERS: 'headers (`name=value`, comma-separated) for the collector, such as a token',
  OTEL_METRIC_EXPORT_INTERVAL: 'milliseconds between two exports of metrics to the collector',
  OTEL_TRACES_SAMPLER_ARG: 'the share (0 to 1) of requests and jobs that are traced; 0 exports only metrics',
  OTEL_SERVICE_NAME: 'the name of the product at the collector',
} as const

/** Header names and values in the OpenTelemetry specification's format: URL-encoded pairs. */
const headers = z.string().refine((value) => readHeaders(value) !== undefined, 'it lists headers as name=value')

export const telemetryEnvironment = {
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_HOST: z.string().trim().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number().int().min(100).default(60_000),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.01),
  OTEL_SERVICE_NAME: z.string().trim().min(1).default('baobab'),
}

export type OtlpConfig = {
  /** Without a trailing slash. */
  endpoint: string
  headers: Record<string, string>
  intervalMs: number
  /** The share of requests and jobs that are traced. */
  sampling: number
  serviceName: string
}

export type TelemetryConfig = {
  /** Where metrics can be scraped; undefined if they cannot. */
  scraping: { port: number; host: string } | undefined
  /** Where metrics and traces are sent; undefined if they are not. */
  otlp: OtlpConfig | undefined
}

/** Parses the headers in a setting; undefined if they are invalid. */
function readHeaders(value: string): Record<string, string> | undefined {
  try {
    const pairs = value.split(',').map((pair) => {
      const [, name = '', text = ''] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
      if (!name) throw new Error('A header has no name.')
      return [name, decodeURIComponent(text)]
    })
    return Object.fromEntries(pairs) as Record<string, string>
  } catch {
    return undefined
  }
}

/** Monitoring does not use the product's port, because it says more than strangers may know. */
export function telemetryProblems({ PORT = '3000', METRICS_PORT }: Record<string, string | undefined>): string[] {
  return METRICS_PORT !== undefined && Number(METRICS_PORT) === Number(PORT)
    ? ['METRICS_PORT must not be the port of visitors']
    : []
}

type TelemetryEnvironment = z.output<z.ZodObject<typeof telemetryEnvironment>>

export function toTelemetryConfig(env: TelemetryEnvironment): TelemetryConfig {
  const { METRICS_PORT: port, METRICS_HOST: host, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env
  return {
    scraping: port === undefined ? undefined : { port, host },
    otlp:
      endpoint === undefined
        ? undefined
        : {
            endpoint: endpoint.replace(/\/+$/, ''),
            headers: readHeaders(env.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
            intervalMs: env.OTEL_METRIC_EXPORT_INTERVAL,
            sampling: env.OTEL_TRACES_SAMPLER_ARG,
            serviceName: env.OTEL_SERVICE_NAME,
          },
  }
}

import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { openTelemetry } from './open-telemetry.ts'
import { createLog } from '../log.ts'

const problemsOf = (settings: Record<string, string>) => {
  try {
    readConfig(settings)
    return ''
  } catch (error) {
    return String(error)
  }
}

it('nothing is measured, and no package for it is loaded, unless a setting enables it', async () => {
  const config = readConfig({})
  expect(config.telemetry).toEqual({ scraping: undefined, otlp: undefined })
  expect(await openTelemetry(config, createLog({ level: 'silent' }))).toBeUndefined()
})

it('reads where metrics and traces go', () => {
  const { telemetry } = readConfig({
    METRICS_PORT: '9464',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db, x-tenant=school',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  })
  expect(telemetry).toEqual({
    scraping: { port: 9464, host: '127.0.0.1' },
    otlp: {
      endpoint: 'https://collector.example:4318',
      headers: { authorization: 'Bearer a=b', 'x-tenant': 'school' },
      intervalMs: 60_000,
      sampling: 0.25,
      serviceName: 'baobab',
    },
  })
})

it.each([
  [{ METRICS_PORT: '3000' }, 'METRICS_PORT must not be the port of visitors'],
  [{ PORT: '4000', METRICS_PORT: '4000' }, 'METRICS_PORT must not be the port of visitors'],
  [{ METRICS_PORT: '0' }, 'METRICS_PORT is not valid'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT is not valid'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'Bearer abc' }, 'it lists headers as name=value'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%' }, 'it lists headers as name=value'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG is not valid'],
  [{ LOG_ACCESS_SAMPLE: '-1' }, 'LOG_ACCESS_SAMPLE is not valid'],
])('refuses %j', (settings, problem) => {
  expect(problemsOf(settings)).toContain(problem)
})

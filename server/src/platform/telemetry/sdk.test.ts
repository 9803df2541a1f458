// What happens when a collector is unreachable, and what is loaded when nothing is measured.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished, expect, it } from 'vitest'
import { captureLog } from '../../../test/capture-log.ts'
import { startCollector } from '../../../test/collector.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { findFreePort } from '../free-port.ts'
import { openSdk } from './sdk.ts'

it('an unreachable collector is reported once, and costs nothing else', async () => {
  const port = await findFreePort()
  const { log, lines } = captureLog()
  const otlp = {
    endpoint: `http://127.0.0.1:${port}`,
    headers: {},
    intervalMs: 100,
    sampling: 0,
    serviceName: 'baobab',
  }
  const telemetry = openSdk({ port: 3000, telemetry: { scraping: undefined, otlp } }, log)
  onTestFinished(() => telemetry.close())
  const counter = telemetry.meter.createCounter('some_total')
  counter.add(1)
  await waitFor(() => expect(lines()).toHaveLength(1))
  expect(lines()[0]).toMatchObject({ level: 40, what: 'metrics', msg: 'the collector does not take telemetry' })
  const collector = await startCollector({ port })
  onTestFinished(() => collector.close())
  await waitFor(() => expect(collector.points('some_total')).toEqual([{}]))
  await waitFor(() => expect(lines()).toHaveLength(2))
  expect(lines()[1]).toMatchObject({ level: 30, msg: 'the collector takes telemetry again' })
})

it('no OpenTelemetry package is loaded while nothing is measured', () => {
  const load = (metricsPort: string) => {
    const code = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ resolve: (name, context, next) => (loaded.push(name), next(name, context)) })
      for (const name of ['calls', 'jobs', 'pools', 'process', 'requests']) await import('./observe-' + name + '.ts')
      const { openTelemetry } = await import('./open-telemetry.ts')
      const { readConfig } = await import('../config.ts')
      await openTelemetry(readConfig({ METRICS_PORT: process.argv[1] }), console)
      process.stdout.write(String(loaded.filter((name) => name.startsWith('@opentelemetry/')).length))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code, metricsPort], {
      cwd: join(import.meta.dirname),
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return Number(stdout)
  }
  expect(load('9464')).toBeGreaterThan(0)
  expect(load('')).toBe(0)
})

import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Meter } from '@opentelemetry/api'
import packageJson from '../../../../package.json' with { type: 'json' }
import { observe } from './observe.ts'

const SECOND_NS = 1e9
const SECOND_US = 1e6

/** Measures the process: event loop, memory, processor time, version. Returns a function that stops it. */
export function observeProcess(meter: Meter): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let last = performance.eventLoopUtilization()
  const cpu = meter.createObservableCounter('baobab_cpu_seconds_total', { description: 'Processor time of the server' })
  cpu.addCallback((result) => {
    const { user, system } = process.cpuUsage()
    result.observe((user + system) / SECOND_US)
  })
  observe(
    meter,
    {
      baobab_event_loop_delay_seconds: 'How late the event loop was since the last collection, by quantile',
      baobab_event_loop_utilization: 'The share of time in which the event loop was busy since the last collection',
      baobab_memory_bytes: 'Memory of the server by kind',
      baobab_uptime_seconds: 'Seconds since the server was started',
      baobab_build_info: 'Always 1; the labels are the versions of the product and of Node',
    },
    (set) => {
      for (const [quantile, percentile] of [
        ['0.5', 50],
        ['0.99', 99],
        ['1', 100],
      ] as const)
        set('baobab_event_loop_delay_seconds', delay.percentile(percentile) / SECOND_NS, { quantile })
      delay.reset()
      const now = performance.eventLoopUtilization()
      set('baobab_event_loop_utilization', performance.eventLoopUtilization(now, last).utilization)
      last = now
      const { rss, heapUsed, external } = process.memoryUsage()
      for (const [kind, bytes] of Object.entries({ rss, heap: heapUsed, external }))
        set('baobab_memory_bytes', bytes, { kind })
      set('baobab_uptime_seconds', process.uptime())
      set('baobab_build_info', 1, { version: packageJson.version, node: process.version })
    },
  )
  return () => delay.disable()
}

// Runs inside a server that is measured (node --import), beside the product's code and not of it: how late the event loop
// was. On SIGUSR2 it writes down what it saw since the last time, and begins anew.
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds between two looks; what is told includes them. */
const EVERY_MS = 1
const file = process.env['LOOP_DELAY_FILE'] ?? ''
const delay = monitorEventLoopDelay({ resolution: EVERY_MS })
delay.enable()
const ms = (nanoseconds: number) => nanoseconds / 1e6

process.on('SIGUSR2', () => {
  const seen = { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max), looks: delay.count }
  writeFileSync(`${file}.tmp`, JSON.stringify(seen))
  renameSync(`${file}.tmp`, file)
  delay.reset()
})

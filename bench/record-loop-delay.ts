// Loaded into a measured server by `node --import`: measures the delay of its event loop. On SIGUSR2 it writes the values
// since the last signal to a file, and starts over.
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds between two samples. The reported delays include them. */
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

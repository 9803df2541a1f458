// Comes into a server that a bench starts: at each SIGUSR2 the 99th percentile of the event loop's delay since the last
// one goes into a file, in milliseconds. The histogram counts from one look to the next, so its own step is in it.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const file = process.env['BENCH_LOOP_DELAY']
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
process.on('SIGUSR2', () => {
  if (file !== undefined) writeFileSync(file, String(delays.percentile(99) / 1e6))
  delays.reset()
})

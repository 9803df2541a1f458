// Reads the event-loop delay of a server that was started with record-loop-delay.ts.
import { readFile, rm } from 'node:fs/promises'
import { z } from 'zod'
import { until } from './processes.ts'
import type { Server } from './server.ts'

const Seen = z.object({ p50: z.number(), p99: z.number(), max: z.number(), looks: z.number() })
export type Seen = z.infer<typeof Seen>

/** Returns the delay of the server's event loop since the last call. */
export async function readLoopDelay({ pid }: Server, file: string): Promise<Seen> {
  await rm(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  let text = ''
  await until('the server writes its delays', async () => (text = await readFile(file, 'utf8')) !== '')
  return Seen.parse(JSON.parse(text))
}

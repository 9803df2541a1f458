// How late the event loop of a server was that was started with loop-delay.ts.
import { readFile, rm } from 'node:fs/promises'
import { z } from 'zod'
import { until } from './processes.ts'
import type { Server } from './server.ts'

const Seen = z.object({ p50: z.number(), p99: z.number(), max: z.number(), looks: z.number() })
export type Seen = z.infer<typeof Seen>

/** How late the server's loop was since it was last asked. */
export async function loopOf({ pid }: Server, file: string): Promise<Seen> {
  await rm(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  let text = ''
  await until('the server tells its delays', async () => (text = await readFile(file, 'utf8')) !== '')
  return Seen.parse(JSON.parse(text))
}

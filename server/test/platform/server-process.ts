import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const script = fileURLToPath(new URL('./open-database.ts', import.meta.url))
const Opening = z.union([z.object({ url: z.string(), notes: z.array(z.string()) }), z.object({ refused: z.string() })])

export type ServerProcess = ReturnType<typeof spawnServer>

/**
 * Starts open-database.ts in its own process and process group, as a shell would, and returns at once; `opening` resolves to
 * the printed outcome.
 */
export function spawnServer(dataDir: string, options: { uid?: number; gid?: number; from?: string } = {}) {
  const { from = script, ...ids } = options
  const child = spawn(process.execPath, [from, dataDir], {
    ...ids,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async (): Promise<unknown> => {
    const { value, done } = await lines.next()
    return done === true ? undefined : JSON.parse(String(value))
  }
  const opening = nextLine().then((line) => Opening.parse(line))
  // This promise rejects if the process is killed before it prints anything.
  opening.catch(() => {})
  return {
    opening,
    nextLine,
    signal: (name: NodeJS.Signals) => child.kill(name),
    signalGroup: (name: NodeJS.Signals) => process.kill(-(child.pid ?? 0), name),
    exited: async () => {
      await exited
      return child.exitCode ?? child.signalCode
    },
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
  }
}

// Runs the program that reads and writes sheets, in little memory and for a short time: whatever a file does to it, the
// server goes on (security.md U-12).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createConcurrencyLimiter } from '../../platform/jobs/concurrency-limiter.ts'

const CHILD_MS = 10_000
const HEAP_MB = 256
/** No sheet within the limits has as much to say; one line of it is at most 8 cells of 600 characters. */
const MAX_BYTES = 64 * 1_048_576

const program = join(import.meta.dirname, 'child/sheet-child.ts')
const root = join(import.meta.dirname, '../../../..')
/** What the program consists of; the data and the settings of the server lie elsewhere. */
const parts = [join(import.meta.dirname, 'child'), ...['contract', 'node_modules'].map((part) => join(root, part))]
const allowRead = (path: string) => `--allow-fs-read=${path}`
// It may read these and its one file: no other reading, no writing, no programs, no native code. The network is not
// barred by this; no part of the program uses it, and no secret is in its environment.
const flags = [`--max-old-space-size=${HEAP_MB}`, '--permission', ...parts.map(allowRead), '--no-warnings']

const inTurn = createConcurrencyLimiter({ concurrency: 2, maxQueued: 16, retryAfterSeconds: 10 })

type Talk = {
  /** The one file that it may read besides its own. */
  file?: string
  /** What the child reads, as JSON. */
  input?: unknown
  /** Takes what it prints, piece by piece; the child waits while a piece is worked on. */
  onData: (piece: Buffer) => Promise<unknown> | void
}

/** Runs the child to its end. False where it ended before its time, or with an error. */
export function runChild(args: readonly string[], talk: Talk): Promise<boolean> {
  return inTurn(() => run(args, talk))
}

async function run(args: readonly string[], { file, input, onData }: Talk): Promise<boolean> {
  const reading = file === undefined ? [] : [allowRead(resolve(file))]
  const child = spawn(process.execPath, [...flags, ...reading, program, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    windowsHide: true,
  })
  const closed = once(child, 'close')
  // Told below; until then nobody waits for it.
  closed.catch(() => undefined)
  const timer = setTimeout(() => child.kill('SIGKILL'), CHILD_MS)
  // A child that has ended reads no more; how it ended is told below.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input === undefined ? '' : JSON.stringify(input))
  try {
    let bytes = 0
    for await (const piece of child.stdout as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > MAX_BYTES) return false
      await onData(piece)
    }
    const [code] = (await closed) as [number | null]
    return code === 0
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

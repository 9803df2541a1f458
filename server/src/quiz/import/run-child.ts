// Runs the program that reads and writes sheets, in little memory and for a short time: whatever a file does to it, the
// server goes on (security.md U-12).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createTurns } from './turns.ts'

const CHILD_MS = 10_000
const HEAP_MB = 256
/** No sheet within the limits has as much to say; one line of it is at most 8 cells of 600 characters. */
const MAX_BYTES = 64 * 1_048_576

const program = join(import.meta.dirname, 'child/sheet-child.ts')
// It may read files and nothing else: no writing, no programs, no native code.
const flags = [`--max-old-space-size=${HEAP_MB}`, '--permission', '--allow-fs-read=*', '--no-warnings']

const inTurn = createTurns({ atOnce: 2, waiting: 16 })

type Talk = {
  /** What the child reads, as JSON. */
  input?: unknown
  /** Takes what it prints, piece by piece; the child waits while a piece is worked on. */
  onData: (piece: Buffer) => Promise<unknown> | void
}

/** Runs the child to its end. False where it ended before its time, or with an error. */
export function runChild(args: readonly string[], talk: Talk): Promise<boolean> {
  return inTurn(() => run(args, talk))
}

async function run(args: readonly string[], { input, onData }: Talk): Promise<boolean> {
  const child = spawn(process.execPath, [...flags, program, ...args], {
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

// Runs the program that reads and writes sheets, in little memory and for a short time: whatever a file does to it, the
// server goes on (security.md U-12).
import { spawn } from 'node:child_process'
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

/** Starts the child and hands on what it prints, piece by piece. False where it ended before its time. */
export function runChild(
  args: readonly string[],
  { input, onData }: { input?: unknown; onData: (piece: Buffer) => void },
): Promise<boolean> {
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [...flags, program, ...args], {
          stdio: ['pipe', 'pipe', 'ignore'],
          env: {},
          windowsHide: true,
        })
        const timer = setTimeout(() => child.kill('SIGKILL'), CHILD_MS)
        let bytes = 0
        child.stdout.on('data', (piece: Buffer) => {
          bytes += piece.length
          if (bytes > MAX_BYTES) child.kill('SIGKILL')
          else onData(piece)
        })
        // A child that has ended reads no more; how it ended is told below.
        child.stdin.on('error', () => undefined)
        child.stdin.end(input === undefined ? '' : JSON.stringify(input))
        child.once('error', (error) => {
          clearTimeout(timer)
          reject(error)
        })
        child.once('close', (code) => {
          clearTimeout(timer)
          resolve(code === 0)
        })
      }),
  )
}

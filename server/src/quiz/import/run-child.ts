// Runs the program that reads and writes spreadsheets in a separate process, with limits on memory, time and file access, so that a
// malicious file cannot harm the server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createConcurrencyLimiter } from '../../platform/jobs/concurrency-limiter.ts'

/** Far more than the half second an ordinary file takes, because the machine may be busy. */
const CHILD_MS = 30_000
const HEAP_MB = 256
/** More bytes than any file within the limits produces: 5,000 rows of 8 cells of 600 characters. */
const MAX_OUTPUT_BYTES = 64 * 1_048_576

const program = join(import.meta.dirname, 'child/spreadsheet-process.ts')
const root = join(import.meta.dirname, '../../../..')
/** The program's folders and files. The server's data and settings are elsewhere. */
const programPaths = [
  join(import.meta.dirname, 'child'),
  join(root, 'server/src/platform/files/file-kind.ts'),
  ...['contract', 'node_modules'].map((part) => join(root, part)),
]
const allowRead = (path: string) => `--allow-fs-read=${path}`
// The process may read these and its one file, and nothing else. It may not write, start programs or load native code. The
// permission model does not restrict the network; the program does not use it, and its environment has no secrets.
const flags = [`--max-old-space-size=${HEAP_MB}`, '--permission', ...programPaths.map(allowRead), '--no-warnings']

const limitReaders = createConcurrencyLimiter({ concurrency: 2, maxQueued: 16, retryAfterSeconds: 30 })

type ChildOptions = {
  /** The only other file it may read. */
  file?: string
  /** Sent to its standard input as JSON. */
  input?: unknown
  /** Called with each chunk of its output. The child waits while a chunk is processed. */
  onData: (chunk: Buffer) => Promise<unknown> | void
}

/** Runs the program. Returns whether it exited on its own and without an error. */
export function runChild(args: readonly string[], options: ChildOptions): Promise<boolean> {
  return limitReaders(() => run(args, options))
}

async function run(args: readonly string[], { file, input, onData }: ChildOptions): Promise<boolean> {
  const reading = file === undefined ? [] : [allowRead(resolve(file))]
  const child = spawn(process.execPath, [...flags, ...reading, program, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    windowsHide: true,
  })
  const closed = once(child, 'close')
  // Awaited below; a rejection before that must not crash the server.
  closed.catch(() => undefined)
  const timer = setTimeout(() => child.kill('SIGKILL'), CHILD_MS)
  // A process that has exited closes its input; how it exited is handled below.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input === undefined ? '' : JSON.stringify(input))
  try {
    let bytes = 0
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_OUTPUT_BYTES) return false
      await onData(chunk)
    }
    const [code] = (await closed) as [number | null]
    return code === 0
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const main = join(import.meta.dirname, '../src/main.mjs')

/** Starts the server in a separate process, on a new data folder. Both end with the test. */
export function startMain(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'baobab-main-'))
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...settings }
  const child = spawn(process.execPath, [main], { env })
  // Unlike "exit", it comes after all of the output.
  const exited = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
  return {
    dataDir,
    /** Everything it has printed so far. */
    output: () => output,
    stop: () => child.kill('SIGTERM'),
    /** Resolves to its exit code once it has ended; null after a signal that it did not handle. */
    exited: async () => {
      await exited
      return child.exitCode
    },
  }
}

// Starts the whole product on a free port with a data folder of its own, and stops it by its process id.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../bin/free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export type Product = {
  url: string
  dataDir: string
  /** The output of the process so far. */
  output(): string
  /** Stops it, with SIGTERM or SIGKILL. The data folder stays. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** Starts it again on the same folder and port. */
  restart(): Promise<void>
  /** Stops it and deletes its data. */
  remove(): Promise<void>
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The product ended:\n${output()}`)
    const reply = await fetch(`${url}/readyz`).catch(() => undefined)
    if (reply?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The product was not ready in a minute:\n${output()}`)
}

/** Starts the product. `env` adds settings to the defaults. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'baobab-e2e-'))
  const url = `http://localhost:${port}`
  let printed = ''
  let child: ChildProcess
  const start = async () => {
    child = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    })
    child.stdout?.on('data', (part) => (printed += String(part)))
    child.stderr?.on('data', (part) => (printed += String(part)))
    await untilReady(url, child, () => printed)
  }
  await start()
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await once(child, 'exit')
    }
    return child.exitCode
  }
  return {
    url,
    dataDir,
    output: () => printed,
    stop,
    restart: start,
    async remove() {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

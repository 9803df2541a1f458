// Several servers as an operator runs them: separate processes with an external PostgreSQL and an object store, behind nginx.
// They share nothing on disk.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import { findFreePort } from '../src/platform/free-port.ts'
import { drandSeed, type TestApp } from './harness.ts'

const main = join(import.meta.dirname, 'main-behind-nginx.ts')

export type ServerOfCluster = {
  port: number
  url: string
  as: (token?: string) => Caller
  /** Starts the server and waits until it is ready. */
  start(): Promise<void>
  /** Stops it with this signal, and returns its exit code. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

export type Cluster = { servers: ServerOfCluster[]; close(): Promise<void> }

/**
 * Starts servers on a test's database, with the outside services of its sandbox.
 * @param settings environment variables for all of them
 */
export async function startCluster(t: TestApp, count: number, settings: Record<string, string>): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-cluster-'))
  const servers: ServerOfCluster[] = []
  const close = async () => {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (let n = 0; n < count; n += 1) servers.push(await prepareServer(t, join(folder, String(n)), settings))
    await Promise.all(servers.map((server) => server.start()))
  } catch (error) {
    await close()
    throw error
  }
  return { servers, close }
}

async function prepareServer(t: TestApp, dataDir: string, settings: Record<string, string>) {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    ...settings,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    DATABASE_URL: t.databaseUrl,
    DATABASE_MIGRATION_URL: t.ownerUrl,
    SMTP_URL: t.smtpUrl,
    PAYSTACK_URL: t.paystack.apiUrl,
    PAYSTACK_SCRIPT_URL: t.paystack.scriptUrl,
    PAYSTACK_SECRET_KEY: t.paystack.secretKey,
    PAYSTACK_PUBLIC_KEY: t.paystack.publicKey,
  }
  // Each server has its own random number relays, which sign the same chain.
  mkdirSync(join(dataDir, 'sandbox/drand'), { recursive: true })
  writeFileSync(join(dataDir, 'sandbox/drand/seed.bin'), drandSeed)
  let child: ChildProcess | undefined
  const server: ServerOfCluster = {
    port,
    url,
    as: (token) => createClient({ baseUrl: url, token: () => token }),
    async start() {
      const started = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] })
      child = started
      let output = ''
      started.stderr.on('data', (part) => (output += String(part)))
      // Waits as long as the process is running, because a start takes minutes on a busy machine.
      const isReady = () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      while (!(await isReady())) {
        if (started.exitCode !== null) throw new Error(`A server did not start: ${output}`)
        await delay(50)
      }
    },
    async stop(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
      return child.exitCode
    },
  }
  return server
}

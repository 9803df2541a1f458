// Starts the product as one process on a loopback port, logging to a file.
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '../server/src/platform/free-port.ts'
import { start, until } from './processes.ts'

export type Server = {
  url: string
  pid: number
  /** Milliseconds from the start of the process to its first reply. */
  startMs: number
  /** The server's log so far. */
  log: () => Promise<string>
  stop: () => Promise<void>
}

/** The role that servers use; cluster.ts creates it. */
export const SERVER_ROLE = 'baobab_bench'

/** Returns the URL of a database for the servers' role, whose password is its name. */
function toServerUrl(databaseUrl: string): string {
  return Object.assign(new URL(databaseUrl), { username: SERVER_ROLE, password: SERVER_ROLE }).href
}

/** These flags and MALLOC_ARENA_MAX are the same as in production: deploy/baobab@.service and Containerfile. */
const FLAGS = ['--max-semi-space-size=8']
const script = join(import.meta.dirname, '../server/src/main.mjs')

/** BENCH_PROFILE names a folder for a CPU profile of each server. */
function profiling(): string[] {
  const folder = process.env['BENCH_PROFILE']
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

type Options = {
  dataDir: string
  /** For the role that owns the tables; the server itself uses another role, as in production. */
  databaseUrl?: string
  /** Whether the server uses the role that owns the tables, which may set every option of its connections. */
  asOwner?: boolean
  /** The factor for all rate limits. 0 disables them; a large one counts calls without refusing any. */
  limits?: number
  /** The file for its event-loop delay (record-loop-delay.ts). */
  delaysFile?: string
  /** More settings, such as SCHOLARSHIP_REQUIRES_PAYMENT. */
  settings?: Record<string, string>
}

const watcher = join(import.meta.dirname, 'record-loop-delay.ts')
const watching = ({ delaysFile }: Options) => (delaysFile === undefined ? [] : ['--import', watcher])

/** Counts replies with 5xx and errors in a server's log. */
export const countErrors = (log: string) => log.match(/"status":5\d\d|"level":(?:"error"|50|60)/g)?.length ?? 0

/** Starts a server and waits for its first reply. Without a database URL it starts its embedded PostgreSQL. */
export async function startServer(options: Options): Promise<Server> {
  // Another process can take the free port before the server opens it.
  return (
    (await tryServer(options)) ??
    (await tryServer(options)) ??
    Promise.reject(new Error(`No start: ${options.dataDir}.log`))
  )
}

/** The server, or undefined if it ended before its first reply. */
async function tryServer(options: Options): Promise<Server | undefined> {
  const port = await findFreePort()
  await mkdir(options.dataDir, { recursive: true, mode: 0o711 })
  const logFile = `${options.dataDir}.log`
  const log = await open(logFile, 'w')
  const began = performance.now()
  const { child, pid, stop } = start(process.execPath, [...FLAGS, ...profiling(), ...watching(options), script], {
    stdio: ['ignore', log.fd, log.fd],
    env: {
      PATH: process.env['PATH'],
      MALLOC_ARENA_MAX: '2',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: options.dataDir,
      DATABASE_URL: options.databaseUrl && !options.asOwner ? toServerUrl(options.databaseUrl) : options.databaseUrl,
      DATABASE_MIGRATION_URL: options.databaseUrl,
      RATE_LIMIT_FACTOR: String(options.limits ?? 0),
      LOOP_DELAY_FILE: options.delaysFile,
      ...options.settings,
    },
  })
  const url = `http://127.0.0.1:${port}`
  const ready = async () => child.exitCode !== null || (await fetch(`${url}/readyz`)).ok
  await until(`the server answers; its last words: ${logFile}`, ready, 300_000)
  const startMs = performance.now() - began
  await log.close()
  if (child.exitCode !== null) return undefined
  return { url, pid, startMs, log: () => readFile(logFile, 'utf8'), stop }
}

// One process of the product, as a machine would run it: its own loopback port, its log in a file.
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, start, until } from './processes.ts'

export type Server = {
  url: string
  pid: number
  /** Milliseconds from the start of the process until it answered. */
  startMs: number
  /** Its log so far. */
  log: () => Promise<string>
  stop: () => Promise<void>
}

const script = join(import.meta.dirname, '../server/src/main.ts')

/** BENCH_PROFILE names a folder in which each server leaves a profile of its processor time. */
function profiling(): string[] {
  const folder = process.env['BENCH_PROFILE']
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

type Options = {
  dataDir: string
  databaseUrl?: string
  /** 0 where nobody is counted; else the calls of each account are, far from its limit. */
  limits?: number
  /** Where the delay of its event loop goes at each SIGUSR2 (loop-delay.ts). */
  loopDelayFile?: string
}

const loopDelay = join(import.meta.dirname, 'loop-delay.ts')

/** Starts a server and waits until it answers. Without a database's URL it brings its own. */
export async function startServer(options: Options): Promise<Server> {
  // A port that was free a moment ago may be taken by a connection that begins now.
  return (
    (await tryServer(options)) ??
    (await tryServer(options)) ??
    Promise.reject(new Error(`No start: ${options.dataDir}.log`))
  )
}

/** The server, or undefined where it ended before it answered. */
async function tryServer(options: Options): Promise<Server | undefined> {
  const port = await freePort()
  await mkdir(options.dataDir, { recursive: true, mode: 0o711 })
  const logFile = `${options.dataDir}.log`
  const log = await open(logFile, 'w')
  const began = performance.now()
  const watching = options.loopDelayFile ? ['--import', loopDelay] : []
  const { child, pid, stop } = start(process.execPath, [...profiling(), ...watching, script], {
    stdio: ['ignore', log.fd, log.fd],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: options.dataDir,
      DATABASE_URL: options.databaseUrl,
      RATE_LIMIT_FACTOR: String(options.limits ?? 0),
      BENCH_LOOP_DELAY: options.loopDelayFile,
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

// The server process: reads the settings, starts the database, opens the server, and closes both on a signal.
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { closeServer, LONGEST_CLOSE_MS } from './close-server.ts'
import { explainFailure, type Explanation } from './explain-failure.ts'
import type { Clock } from './platform/clock.ts'
import { readConfig, type Config } from './platform/config.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/database/embedded/embedded-postgres.ts'
import { requireFreePort } from './platform/free-port.ts'
import { createLastLog, createLog } from './platform/log.ts'

/** How long after a signal a load balancer may take to notice that the server is closing. */
const GRACE_MS = 5_000

/** Thrown if the process was told to stop before it had started. */
class StoppedError extends Error {}

/** Loads the rest of the server's code. This takes a second in which this process does nothing else. */
function loadServer(): Promise<typeof import('./open-server.ts')> {
  const loading = import('./open-server.ts')
  // Failures are reported where this is awaited, but while the database starts, nothing awaits it.
  loading.catch(() => undefined)
  return loading
}

/** Starts the embedded PostgreSQL, unless the settings name another database. */
async function startDatabase(
  { databaseUrl, dataDir, port, isProduction }: Config,
  log: Logger,
  signal: AbortSignal,
): Promise<EmbeddedPostgres | undefined> {
  if (databaseUrl) return undefined
  return startEmbeddedPostgres({
    dataDir,
    servedPort: port,
    signal,
    onCreate: () => isProduction || process.stdout.write(`Making a database in ${dataDir} ...\n`),
    onWait: () => void loadServer(),
    onDown: (reason) => log.error({ err: reason }, 'the embedded database is down and is being restarted'),
    onUp: () => log.info('the embedded database is running again'),
    onLost: (reason) => {
      // Nothing works without the database, so exit: the process supervisor restarts the server and the database.
      log.fatal({ err: reason }, 'the embedded database cannot be restarted')
      process.exit(1)
    },
  })
}

/** Logs what Node would print as plain text: warnings, and unhandled errors, which end the process. */
function logForNode(log: Logger): void {
  process.removeAllListeners('warning').on('warning', (warning) => log.warn({ err: warning }, 'a warning from Node'))
  process.on('uncaughtException', (error) => {
    createLastLog().fatal({ err: error }, 'the server exits because of an unhandled error')
    process.exit(1)
  })
}

/** What a process needs to start. */
type Start = {
  settings: NodeJS.ProcessEnv
  /** The server's clock. */
  clock: Clock
  /** Whether visitors may come through a load balancer; by default only in production. */
  hasLoadBalancer?: boolean
}

async function run({ settings, clock, hasLoadBalancer }: Start): Promise<void> {
  const stopping = new AbortController()
  const signalled = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve())
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => stopping.abort(new StoppedError()))
  const config = readConfig(settings, { wantsDemonstration: process.argv.includes('--demo') })
  // Other users of this machine cannot read anything that the server writes; the group can read the videos if nginx sends them.
  process.umask(config.mediaAccel ? 0o027 : 0o077)
  const log = createLog({ level: config.logLevel })
  if (config.isProduction) logForNode(log)
  // Asked first, so that a second start on the same port neither makes a database nor waits for one.
  await requireFreePort(config)
  const embedded = await startDatabase(config, log, stopping.signal)
  const { announceServer, openServer } = await loadServer()
  const opened = await Promise.race([openServer({ config, log, clock, embedded }), signalled])
  if (!opened) {
    // Everything else that is open closes with the process, as after a failed start.
    await embedded?.stop()
    throw new StoppedError()
  }
  await announceServer(opened)
  await signalled
  const graceMs = (hasLoadBalancer ?? config.isProduction) ? GRACE_MS : 0
  setTimeout(() => process.exit(1), graceMs + LONGEST_CLOSE_MS).unref()
  await closeServer(opened, delay(graceMs))
  process.exit(0)
}

function nodeIsTooOld(): boolean {
  return Number(process.versions.node.split('.')[0]) < 24
}

/** Tells the operator why the process ends; in production in the log. */
function reportEnd(error: unknown, { message, code }: Explanation, settings: NodeJS.ProcessEnv): void {
  if (settings['NODE_ENV'] === 'production') {
    const details = message === undefined ? { err: error } : {}
    createLastLog().fatal({ exitCode: code, ...details }, message ?? 'the server could not start')
    return
  }
  const stack = error instanceof Error ? error.stack : undefined
  process.stderr.write(`${message ?? stack ?? String(error)}\n`)
}

/** Runs the server until a signal stops it, then exits. */
export function runServer(start: Start): void {
  if (nodeIsTooOld()) {
    process.stderr.write(
      `Baobab needs Node 24; this is ${process.version}. Run "npm ci" on Linux, or install Node 24.\n`,
    )
    process.exit(1)
  }
  run(start).catch((error: unknown) => {
    if (error instanceof StoppedError) process.exit(0)
    const reason = explainFailure(error)
    reportEnd(error, reason, start.settings)
    process.exit(reason.code)
  })
}

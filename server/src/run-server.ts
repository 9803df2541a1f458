// The server process: reads the settings, opens database, sandbox, app and HTTP server, and closes them on a signal.
import { setTimeout as delay } from 'node:timers/promises'
import packageJson from '../../package.json' with { type: 'json' }
import type { Logger } from 'pino'
import { demonstrationText } from '@baobab/contract/demonstration-text.ts'
import { openSandbox, type Sandbox } from '@baobab/sandbox/sandbox.ts'
import type { FastifyInstance } from 'fastify'
import { hasNoAdmin, deriveSetupCode } from './accounts/admin/register-admin.ts'
import { createApp } from './app.ts'
import { closeServer, LONGEST_CLOSE_MS, type RunningServer } from './close-server.ts'
import { describeLogins, readLogins } from './demonstration/logins.ts'
import { makeWorld } from './demonstration/make-world.ts'
import { worldBegin } from './demonstration/plan.ts'
import { beginDemonstration } from './demonstration/prepare-demonstration.ts'
import { createHttp } from './http.ts'
import { startJobs } from './jobs.ts'
import type { App } from './platform/app.ts'
import type { Clock } from './platform/clock.ts'
import { requireRightClock, WrongClockError } from './platform/clock-check.ts'
import { ConfigError, readConfig, type Config } from './platform/config.ts'
import {
  DataFolderInUseError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './platform/database/embedded/embedded-postgres.ts'
import { prepareDatabase } from './platform/database/prepare-database.ts'
import { requireDurability } from './platform/database/require-durability.ts'
import { UnsuitableDatabaseError } from './platform/database/unsuitable-database-error.ts'
import { FileStoreUnavailableError, isDatabaseDamaged } from './platform/http/errors.ts'
import { createLastLog, createLog } from './platform/log.ts'
import { openInternalServer } from './platform/telemetry/internal-server.ts'
import { loadStarterContent } from './starter-content.ts'

const EXIT_IN_USE = 75
const EXIT_CONFIG = 78
/** How long a load balancer may take after a signal to learn that the server is closing. */
const GRACE_MS = 5_000

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** The process was told to stop before it had started. */
class StoppedError extends Error {}

/** Starts the embedded PostgreSQL, unless the settings name another. */
async function startDatabase(
  { databaseUrl, dataDir }: Config,
  log: Logger,
  signal: AbortSignal,
): Promise<EmbeddedPostgres | undefined> {
  if (databaseUrl) return undefined
  return startEmbeddedPostgres({
    dataDir,
    signal,
    onDown: (reason) => log.error({ err: reason }, 'the embedded database is down and is started again'),
    onUp: () => log.info('the embedded database runs again'),
    onLost: (reason) => {
      // Nothing works without the database, so exit: the process supervisor restarts the server and the database.
      log.fatal({ err: reason }, 'the embedded database does not start again')
      process.exit(1)
    },
  })
}

type Opening = { config: Config; log: Logger; clock: Clock; embedded: EmbeddedPostgres | undefined }

async function open({ config, log, clock, embedded }: Opening): Promise<RunningServer> {
  const { dataDir, publicUrl } = config
  const now = () => clock.now()
  const sandbox = config.isProduction ? undefined : await openSandbox({ dataDir, publicUrl, now })
  const paystack = config.paystack ?? sandbox?.paystack
  // Never thrown; narrows the type. In production there is no sandbox, and readConfig requires the provider's keys.
  if (!paystack) throw new ConfigError(['PAYSTACK_SECRET_KEY and PAYSTACK_PUBLIC_KEY are missing'])
  const databaseUrl = config.databaseUrl ?? embedded?.serverUrl ?? ''
  const sessionUrl = config.databaseSessionUrl ?? databaseUrl
  // Before anything is written.
  await requireDurability(sessionUrl, log)
  const migrationUrl = config.databaseMigrationUrl ?? embedded?.url ?? sessionUrl
  await prepareDatabase({ url: databaseUrl, sessionUrl, migrationUrl }, log)
  const app = await createApp({
    config,
    databaseUrl,
    databaseFolder: embedded?.folder,
    sessionUrl,
    smtpUrl: config.smtpUrl ?? sandbox?.smtpUrl ?? '',
    paystack,
    identityProviders: { ...sandbox?.identityProviders, ...config.identityProviders },
    pushUrl: sandbox?.push.url,
    drand: sandbox && { urls: [sandbox.drand.url], chain: sandbox.drand.chain },
    log,
    clock,
  })
  // Not earlier: a pooler keeps the connection, which has to have the limits that prepareDatabase sets for the role.
  if (databaseUrl !== sessionUrl) await requireDurability(databaseUrl, log)
  await requireRightClock(app, { isAccepted: config.acceptsClock })
  const http = await fill(app, sandbox)
  await startJobs(app)
  const closeMonitoring = await openMonitoring(app, http)
  const address = await http.listen({ port: config.port, host: config.host })
  sandbox?.sendMessagesTo(`${address}/api/payments/webhook`)
  return { app, http, sandbox, embedded, closeMonitoring }
}

/** Opens the port of monitoring, if the settings name one. */
async function openMonitoring({ config, telemetry, log }: App, http: FastifyInstance) {
  const { scraping } = config.telemetry
  if (!scraping || !telemetry) return undefined
  return openInternalServer(scraping, { telemetry, log, readHealth: () => http.readHealth() })
}

/** Adds what a new database starts with, and makes the world of a new demonstration. */
async function fill(app: App, sandbox: Sandbox | undefined): Promise<FastifyInstance> {
  const isNewWorld = app.config.wantsDemonstration && (await beginDemonstration(app))
  if (!sandbox || !isNewWorld) {
    await loadStarterContent(app)
    return createHttp(app, sandbox?.plugin)
  }
  print(demonstrationText.making)
  const now = app.clock.now()
  app.clock.set(worldBegin(now))
  await loadStarterContent(app)
  const http = await createHttp(app, sandbox.plugin)
  await makeWorld({ app, http, sandbox }, { now, onProgress: printProgress() })
  return http
}

/** Returns a function that prints every tenth of the progress. */
function printProgress(): (share: number) => void {
  let printed = 0
  return (share) => {
    if (Math.floor(share * 10) <= printed) return
    printed = Math.floor(share * 10)
    print(`  ${printed * 10} %`)
  }
}

/** Logs for an operator what the banner tells somebody at a terminal: in production, every line is JSON. */
async function logStart({ config, db, log, keys }: App): Promise<void> {
  const { publicUrl, port } = config
  // Whatever LOG_LEVEL is: nobody could become the first admin.
  const always = log.child({}, { level: 'info' })
  always.info({ publicUrl, port, version: packageJson.version }, 'the server is ready')
  if (!(await hasNoAdmin(db))) return
  const setupCode = deriveSetupCode({ keys })
  always.warn(
    { setupCode, page: `${publicUrl}/admin/register` },
    'there is no admin: the first one needs the setup code',
  )
}

async function printBanner({ app, embedded, sandbox }: RunningServer): Promise<void> {
  const { publicUrl, needsSetupCode, isProduction } = app.config
  if (isProduction) return logStart(app)
  const lines = ['', '  Baobab. Watch. Answer. Rise.', '', `  Open     ${publicUrl}`]
  if (sandbox) lines.push(`  Mailbox  ${publicUrl}/sandbox/mailbox`, `  Payments ${publicUrl}/sandbox/paystack`)
  if (await hasNoAdmin(app.db)) {
    lines.push(`  Admin    become the first one at ${publicUrl}/admin/register`)
    if (needsSetupCode) lines.push(`           setup code: ${deriveSetupCode(app)}`)
  }
  if (app.config.wantsDemonstration) lines.push(...describeLogins(await readLogins(app), app.clock.now()))
  for (const note of embedded?.notes ?? []) lines.push(`  Note     ${note}`)
  print(...lines, '')
}

/** Logs what Node would print as plain text: its warnings, and errors that nothing has handled, which end the process. */
function logForNode(log: Logger): void {
  process.removeAllListeners('warning').on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node'))
  process.on('uncaughtException', (error) => {
    createLastLog().fatal({ err: error }, 'the server ends, because nothing has handled an error')
    process.exit(1)
  })
}

/** What a process starts with. */
type Start = {
  settings: NodeJS.ProcessEnv
  /** The clock of the server. */
  clock: Clock
  /** Whether visitors may come by a load balancer, as by default in production only. */
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
  // Other users of this machine read nothing that the server writes; the group reads the videos if nginx sends them.
  process.umask(config.mediaAccel ? 0o027 : 0o077)
  const log = createLog({ level: config.logLevel })
  if (config.isProduction) logForNode(log)
  const embedded = await startDatabase(config, log, stopping.signal)
  const opened = await Promise.race([open({ config, log, clock, embedded }), signalled])
  if (!opened) {
    // Whatever else is open ends with the process, as after a start that fails.
    await embedded?.stop()
    throw new StoppedError()
  }
  await printBanner(opened)
  await signalled
  const graceMs = (hasLoadBalancer ?? config.isProduction) ? GRACE_MS : 0
  setTimeout(() => process.exit(1), graceMs + LONGEST_CLOSE_MS).unref()
  await closeServer(opened, delay(graceMs))
  process.exit(0)
}

function nodeIsTooOld(): boolean {
  return Number(process.versions.node.split('.')[0]) < 24
}

/** Why the process ends, in plain words if they are known, and the exit code for the process supervisor. */
type Explanation = { message: string | undefined; code: number }

function explain(error: unknown): Explanation {
  if (error instanceof ConfigError || error instanceof UnsuitableDatabaseError)
    return { message: error.message, code: EXIT_CONFIG }
  if (error instanceof DataFolderInUseError) return { message: error.message, code: EXIT_IN_USE }
  if (error instanceof WrongClockError) return { message: error.message, code: 1 }
  if (error instanceof FileStoreUnavailableError) return { message: error.message, code: 1 }
  if (isDatabaseDamaged(error))
    return {
      message:
        'The database is damaged, and the server does not write to it. Run "npm run verify" to see what is damaged.',
      code: 1,
    }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return { message: 'The port is in use by another program. Set PORT to a free one.', code: 1 }
  return { message: undefined, code: 1 }
}

/** Tells the operator why the process ends: in production by a line of the log. */
function reportEnd(error: unknown, { message, code }: Explanation, settings: NodeJS.ProcessEnv): void {
  if (settings['NODE_ENV'] === 'production') {
    const details = message === undefined ? { err: error } : {}
    createLastLog().fatal({ exitCode: code, ...details }, message ?? 'the server could not start')
    return
  }
  const stack = error instanceof Error ? error.stack : undefined
  process.stderr.write(`${message ?? stack ?? String(error)}\n`)
}

/** Runs the server until a signal ends it, and ends the process. */
export function runServer(start: Start): void {
  if (nodeIsTooOld()) {
    process.stderr.write(
      `Baobab needs Node 24; this is ${process.version}. Run "npm ci" on Linux, or install Node 24.\n`,
    )
    process.exit(1)
  }
  run(start).catch((error: unknown) => {
    if (error instanceof StoppedError) process.exit(0)
    const reason = explain(error)
    reportEnd(error, reason, start.settings)
    process.exit(reason.code)
  })
}

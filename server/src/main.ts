// The process: settings, database, sandbox, app, server, banner, signals.
import { setTimeout as delay } from 'node:timers/promises'
import { openSandbox, type Sandbox } from '@baobab/sandbox/sandbox.ts'
import type { FastifyInstance } from 'fastify'
import { hasNoAdmin, setupCode } from './accounts/admin/register-admin.ts'
import { createApp } from './app.ts'
import type { App } from './platform/app.ts'
import { createHttp } from './http.ts'
import { startJobs } from './jobs.ts'
import { ConfigError, readConfig, type Config } from './platform/config.ts'
import {
  DataFolderInUseError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './platform/database/embedded/embedded-postgres.ts'
import { FileStoreUnavailableError } from './platform/http/errors.ts'
import { createLog } from './platform/log.ts'
import { loadStarterContent } from './starter-content.ts'

const EXIT_IN_USE = 75
const EXIT_CONFIG = 78
/** How long requests may go on after a signal, and how long the rest may take after them. */
const DRAIN_MS = 20_000
const CLOSE_MS = 15_000

type RunningServer = {
  app: App & { close(): Promise<void> }
  http: FastifyInstance
  sandbox: Sandbox | undefined
  embedded: EmbeddedPostgres | undefined
}

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

async function open(config: Config): Promise<RunningServer> {
  const log = createLog({ level: config.logLevel })
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        onLost: (why) => {
          // Without its database the server can only say so; whoever runs it starts both anew.
          log.fatal({ err: why }, 'the embedded database stopped')
          process.exit(1)
        },
      })
  const { dataDir, publicUrl } = config
  const sandbox = config.isProduction ? undefined : await openSandbox({ dataDir, publicUrl })
  const paystack = config.paystack ?? sandbox?.paystack
  // Settings are checked before: without a sandbox they hold the provider's keys.
  if (!paystack) throw new ConfigError(['PAYSTACK_SECRET_KEY and PAYSTACK_PUBLIC_KEY are missing'])
  const app = await createApp({
    config,
    databaseUrl: config.databaseUrl ?? embedded?.url ?? '',
    smtpUrl: config.smtpUrl ?? sandbox?.smtpUrl ?? '',
    paystack,
    log,
  })
  await loadStarterContent(app)
  const http = await createHttp(app, sandbox?.plugin)
  await startJobs(app)
  const address = await http.listen({ port: config.port, host: config.host })
  sandbox?.sendMessagesTo(`${address}/api/payments/webhook`)
  return { app, http, sandbox, embedded }
}

/** Ends everything in order: requests drain, jobs stop, the database closes. */
async function close({ http, app, sandbox, embedded }: RunningServer): Promise<void> {
  // Whoever is not done by then (an upload on a slow line) is cut; what was acknowledged is stored.
  await Promise.race([http.close(), delay(DRAIN_MS, undefined, { ref: false })])
  await app.close()
  await sandbox?.close()
  await embedded?.stop()
}

async function banner({ app, embedded, sandbox }: RunningServer): Promise<void> {
  const { publicUrl, isProduction } = app.config
  const lines = ['', '  Baobab. Watch. Answer. Rise.', '', `  Open     ${publicUrl}`]
  if (sandbox) lines.push(`  Mailbox  ${publicUrl}/sandbox/mailbox`, `  Payments ${publicUrl}/sandbox/paystack`)
  if (await hasNoAdmin(app.db)) {
    lines.push(`  Admin    become the first one at ${publicUrl}/admin/register`)
    if (isProduction) lines.push(`           setup code: ${setupCode(app)}`)
  }
  for (const note of embedded?.notes ?? []) lines.push(`  Note     ${note}`)
  say(...lines, '')
}

async function main(): Promise<void> {
  // Listening before anything is opened: a signal during the start ends what was opened so far, in order.
  const ending = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
  const opened = await open(readConfig(process.env))
  await banner(opened)
  await ending
  setTimeout(() => process.exit(1), DRAIN_MS + CLOSE_MS).unref()
  await close(opened)
  process.exit(0)
}

function nodeIsTooOld(): boolean {
  return Number(process.versions.node.split('.')[0]) < 24
}

if (nodeIsTooOld()) {
  process.stderr.write(`Baobab needs Node 24; this is ${process.version}. Run "npm ci" on Linux, or install Node 24.\n`)
  process.exit(1)
}

/** What went wrong in words for whoever started it, and the exit code for whatever did. */
function explain(error: unknown): { words: string; code: number } {
  if (error instanceof ConfigError) return { words: error.message, code: EXIT_CONFIG }
  if (error instanceof DataFolderInUseError) return { words: error.message, code: EXIT_IN_USE }
  if (error instanceof FileStoreUnavailableError) return { words: error.message, code: 1 }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return { words: 'The port is in use by another program. Set PORT to a free one.', code: 1 }
  return { words: error instanceof Error ? (error.stack ?? error.message) : String(error), code: 1 }
}

main().catch((error: unknown) => {
  const { words, code } = explain(error)
  process.stderr.write(`${words}\n`)
  process.exit(code)
})

// The process: settings, database, sandbox, app, server, banner, signals.
import { mkdirSync } from 'node:fs'
import { openSandbox, type Sandbox } from '@baobab/sandbox/sandbox.ts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { hasNoAdmin, setupCode } from './accounts/register-admin.ts'
import { createApp, type App } from './app.ts'
import { createHttp } from './http.ts'
import { startJobs } from './jobs.ts'
import { ConfigError, readConfig, type Config } from './platform/config.ts'
import { DataFolderInUse, startEmbeddedPostgres, type EmbeddedPostgres } from './platform/embedded-postgres.ts'
import { loadStarterContent } from './starter-content.ts'

const EXIT_IN_USE = 75
const EXIT_CONFIG = 78
const DRAIN_MS = 20_000

type Opened = {
  app: App & { close(): Promise<void> }
  http: FastifyInstance
  sandbox: Sandbox | undefined
  embedded: EmbeddedPostgres | undefined
}

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

async function open(config: Config): Promise<Opened> {
  const log = pino({ level: config.logLevel })
  mkdirSync(config.dataDir, { recursive: true })
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        onLost: (why) => log.error({ err: why }, 'the embedded database stopped'),
      })
  const sandbox = config.isProduction ? undefined : await openSandbox({ dataDir: config.dataDir })
  const app = await createApp({
    config,
    databaseUrl: config.databaseUrl ?? embedded?.url ?? '',
    smtpUrl: config.smtpUrl ?? sandbox?.smtpUrl ?? '',
    log,
  })
  await loadStarterContent(app)
  const http = await createHttp(app, sandbox?.plugin)
  await startJobs(app)
  await http.listen({ port: config.port, host: config.host })
  return { app, http, sandbox, embedded }
}

/** Ends everything in order: requests drain, jobs stop, the database closes. */
async function close({ http, app, sandbox, embedded }: Opened): Promise<void> {
  await http.close()
  await app.close()
  await sandbox?.close()
  await embedded?.stop()
}

async function banner({ app, embedded, sandbox }: Opened): Promise<void> {
  const { publicUrl, isProduction } = app.config
  const lines = ['', '  Baobab. Watch. Answer. Rise.', '', `  Open     ${publicUrl}`]
  if (sandbox) lines.push(`  Mailbox  ${publicUrl}/sandbox/mailbox`)
  if (await hasNoAdmin(app.db)) {
    lines.push(`  Admin    become the first one at ${publicUrl}/admin/register`)
    if (isProduction) lines.push(`           setup code: ${setupCode(app)}`)
  }
  for (const note of embedded?.notes ?? []) lines.push(`  Note     ${note}`)
  say(...lines, '')
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const opened = await open(config)
  await banner(opened)
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    const late = setTimeout(() => process.exit(1), DRAIN_MS)
    late.unref()
    close(opened).then(
      () => process.exit(0),
      (error: unknown) => {
        opened.app.log.error({ err: error }, 'the end was not clean')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

function nodeIsTooOld(): boolean {
  return Number(process.versions.node.split('.')[0]) < 24
}

if (nodeIsTooOld()) {
  process.stderr.write(`Baobab needs Node 24; this is ${process.version}. Run "npm ci" on Linux, or install Node 24.\n`)
  process.exit(1)
}
main().catch((error: unknown) => {
  const isKnown = error instanceof ConfigError || error instanceof DataFolderInUse
  process.stderr.write(`${isKnown ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exit(error instanceof ConfigError ? EXIT_CONFIG : error instanceof DataFolderInUse ? EXIT_IN_USE : 1)
})

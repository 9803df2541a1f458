// Opens the server on a running database: sandbox, app, HTTP server and jobs. A separate file, so that its code can be loaded while
// the database starts.
import packageJson from '../../package.json' with { type: 'json' }
import type { Logger } from 'pino'
import { demonstrationText } from '@baobab/contract/kernel/text.ts'
import type { Sandbox } from '@baobab/sandbox/sandbox.ts'
import type { FastifyInstance } from 'fastify'
import { hasNoAdmin, deriveSetupCode } from './accounts/admin/register-admin.ts'
import { createApp } from './app.ts'
import { openFiles } from './open-files.ts'
import type { RunningServer } from './close-server.ts'
import { describeLogins, readLogins } from './demonstration/logins.ts'
import { makeWorld } from './demonstration/make-world.ts'
import { worldBegin } from './demonstration/plan.ts'
import { beginDemonstration } from './demonstration/prepare-demonstration.ts'
import { createHttp } from './http.ts'
import { startJobs } from './jobs.ts'
import type { App } from './platform/app.ts'
import type { Clock } from './platform/clock.ts'
import { requireRightClock } from './platform/clock-check.ts'
import { ConfigError, type Config } from './platform/config.ts'
import type { EmbeddedPostgres } from './platform/database/embedded/embedded-postgres.ts'
import { prepareDatabase } from './platform/database/prepare-database.ts'
import { requireDurability } from './platform/database/require-durability.ts'
import { openInternalServer } from './platform/telemetry/internal-server.ts'
import { loadStarterContent } from './starter-content.ts'

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

type Opening = { config: Config; log: Logger; clock: Clock; embedded: EmbeddedPostgres | undefined }

/** Opens everything on a running database, and listens. */
export async function openServer({ config, log, clock, embedded }: Opening): Promise<RunningServer> {
  const sandbox = await openSandbox(config, clock)
  const paystack = config.paystack ?? sandbox?.paystack
  // Never thrown; narrows the type. In production there is no sandbox, and readConfig requires the provider's keys.
  if (!paystack) throw new ConfigError(['PAYSTACK_SECRET_KEY and PAYSTACK_PUBLIC_KEY are missing'])
  const databaseUrl = config.databaseUrl ?? embedded?.serverUrl ?? ''
  const sessionUrl = config.databaseSessionUrl ?? databaseUrl
  // Before anything is written to the database.
  await requireDurability(sessionUrl, log)
  // If the store is missing, the start fails and leaves the schema as it was.
  const files = await openFiles(config)
  const migrationUrl = config.databaseMigrationUrl ?? embedded?.url ?? sessionUrl
  await prepareDatabase({ url: databaseUrl, sessionUrl, migrationUrl }, log)
  const app = await createApp({
    config,
    files,
    databaseUrl,
    databaseFolder: embedded?.folder,
    sessionUrl,
    smtpUrl: config.smtpUrl ?? sandbox?.smtpUrl ?? '',
    // Only mail in the sandbox's mailbox can be replied to there.
    inboundMail: config.inboundMail ?? (config.smtpUrl === undefined ? sandbox?.inboundMail : undefined),
    sms: config.sms.provider ?? sandbox?.phones.settings,
    paystack,
    identityProviders: { ...sandbox?.identityProviders, ...config.identityProviders },
    pushUrl: sandbox?.push.url,
    drand: sandbox && { urls: [sandbox.drand.url], chain: sandbox.drand.chain },
    timeStampUrls: config.timeStampUrls.length === 0 ? sandbox && [sandbox.timeStamps.url] : undefined,
    log,
    clock,
  })
  // Not earlier: a pooler keeps the connection, which must have the limits that prepareDatabase sets for the role.
  if (databaseUrl !== sessionUrl) await requireDurability(databaseUrl, log)
  await requireRightClock(app, { isAccepted: config.acceptsClock })
  const http = await fill(app, sandbox)
  await startJobs(app)
  const closeMonitoring = await openMonitoring(app, http)
  const address = await http.listen({ port: config.port, host: config.host })
  sandbox?.sendMessagesTo(`${address}/api/payments/webhook`)
  sandbox?.phones.sendReportsTo(`${address}/api/sms/reports`)
  if (app.inboundMail) sandbox?.sendRepliesTo(`${address}/api/contact/inbound-mail`, app.inboundMail.secret)
  return { app, http, sandbox, embedded, closeMonitoring }
}

/** Opens the stand-ins for other companies' services. In production there are none, and their code is not loaded. */
async function openSandbox({ isProduction, dataDir, publicUrl }: Config, clock: Clock): Promise<Sandbox | undefined> {
  if (isProduction) return undefined
  const sandbox = await import('@baobab/sandbox/sandbox.ts')
  return sandbox.openSandbox({ dataDir, publicUrl, now: () => clock.now() })
}

/** Opens the monitoring port, if it is set. */
async function openMonitoring({ config, telemetry, log }: App, http: FastifyInstance) {
  const { scraping } = config.telemetry
  if (!scraping || !telemetry) return undefined
  return openInternalServer(scraping, { telemetry, log, readHealth: () => http.readHealth() })
}

/** Adds the initial content of a new database, and the invented world of a new demonstration. */
async function fill(app: App, sandbox: Sandbox | undefined): Promise<FastifyInstance> {
  const isNewWorld = app.config.wantsDemonstration && (await beginDemonstration(app))
  if (!sandbox || !isNewWorld) {
    await loadStarterContent(app, () => sandbox && print('Adding the stories ...'))
    return createHttp(app, sandbox?.plugin)
  }
  print(demonstrationText.making)
  const now = app.clock.now()
  app.clock.set(worldBegin(now))
  await loadStarterContent(app, () => print('Adding the stories ...'))
  const http = await createHttp(app, sandbox.plugin)
  await makeWorld({ app, http, sandbox }, { now, onProgress: printProgress() })
  return http
}

/** Returns a function that prints the progress at every tenth. */
function printProgress(): (share: number) => void {
  let printed = 0
  return (share) => {
    if (Math.floor(share * 10) <= printed) return
    printed = Math.floor(share * 10)
    print(`  ${printed * 10} %`)
  }
}

/** Logs for an operator what the banner shows on a terminal: in production, every line is JSON. */
async function logStart({ config, db, log, keys }: App): Promise<void> {
  const { publicUrl, port } = config
  // Logged at any LOG_LEVEL, because otherwise nobody could become the first admin.
  const always = log.child({}, { level: 'info' })
  always.info({ publicUrl, port, version: packageJson.version }, 'the server is ready')
  if (!(await hasNoAdmin(db))) return
  const setupCode = deriveSetupCode({ keys })
  always.warn(
    { setupCode, page: `${publicUrl}/admin/register` },
    'there is no admin: the first one needs the setup code',
  )
}

/** Announces that the server is ready: on the terminal, or in production in the log. */
export async function announceServer({ app, embedded, sandbox }: RunningServer): Promise<void> {
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

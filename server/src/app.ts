// Opens everything that all features share: the database, job system, file store and so on. Tests use the same, unmocked.
import type { Logger } from 'pino'
import { toChainFile } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { quicknet } from '@baobab/contract/scholarship/draw/schedule.ts'
import { identityProviders, providerCallbackPath } from '@baobab/contract/accounts/text.ts'
import { openRanking } from './leaderboard/ranking.ts'
import { features } from './features.ts'
import { createClock, createTimeReader, followDatabase, type Clock } from './platform/clock.ts'
import { addSupportContacts } from './mails/layout.ts'
import { openMaintenance } from './platform/maintenance/open-maintenance.ts'
import type { App } from './platform/app.ts'
import type { Config } from './platform/config.ts'
import { openDrand, type DrandSettings } from './platform/beacon/drand.ts'
import { openTimeStampAuthorities } from './platform/beacon/time-stamp-authorities.ts'
import { openDatabase, poolSizes } from './platform/database/database.ts'
import { unwatchedDisk, watchDiskSpace } from './platform/database/disk-space.ts'
import { openFiles } from './open-files.ts'
import type { FileStore } from './platform/files/file-store.ts'
import type { InboundMailConfig } from './platform/inbound-mail.ts'
import { openIdentityProvider } from './platform/identity-providers/identity-provider.ts'
import { openJobs } from './platform/jobs/jobs.ts'
import { derivePushKeys } from './platform/push/push-keys.ts'
import { openPushService, toPushSubject, type PushService } from './platform/push/push-service.ts'
import { loadServerKeys } from './platform/security/server-keys.ts'
import { createRateLimits } from './platform/security/rate-limits.ts'
import { openMailer } from './platform/mailer.ts'
import { openPubSub } from './platform/database/pub-sub.ts'
import { createReadDatabase } from './platform/database/read-database.ts'
import { openSmsProvider } from './platform/sms/open-sms.ts'
import type { SmsProviderSettings } from './platform/sms/settings.ts'
import { openPaystack, type PaystackSettings } from './platform/payment-provider/paystack.ts'
import { createCallMetrics, type CallMetrics } from './platform/telemetry/observe-calls.ts'
import { observeJobs } from './platform/telemetry/observe-jobs.ts'
import { observePools } from './platform/telemetry/observe-pools.ts'
import { observeProcess } from './platform/telemetry/observe-process.ts'
import { openTelemetry } from './platform/telemetry/open-telemetry.ts'
import type { Telemetry } from './platform/telemetry/telemetry.ts'
import { readSettings } from './settings/queries.ts'
import { observeFeatures } from './telemetry/observe-features.ts'

type Opening = {
  config: Config
  /** The file store, if it is already open; by default, opens the one in the settings. */
  files?: FileStore
  /** URL of the configured database, or of the embedded one. */
  databaseUrl: string
  /** The folder of the embedded database, whose disk is watched. */
  databaseFolder?: string | undefined
  /** URL of the same database for connections that need a session; defaults to `databaseUrl`. */
  sessionUrl?: string | undefined
  /** How long a request waits, or works before it leaves the rest to a job. Tests on busy machines need longer than production. */
  waitMs?: number | undefined
  /** URL of the configured SMTP server, or of the sandbox's mailbox. */
  smtpUrl: string
  /** Where email replies arrive; defaults to the settings. */
  inboundMail?: InboundMailConfig | undefined
  /** The provider of text messages, in place of the configured one. */
  sms?: SmsProviderSettings | undefined
  /** The payment provider: the real one, or the sandbox's. */
  paystack: PaystackSettings
  /** The identity providers; defaults to those in the settings. */
  identityProviders?: Config['identityProviders'] | undefined
  /** The relays of random numbers; defaults to drand's. */
  drand?: DrandSettings | undefined
  /** The time stamp authorities; defaults to those in the settings. */
  timeStampUrls?: readonly string[] | undefined
  /** The origin of the sandbox's push service. */
  pushUrl?: string | undefined
  /** Whether schedules and repeated work run automatically; true by default. Tests run such work only when they need it. */
  runsSchedules?: boolean
  log: Logger
  clock?: Clock
}

/** Opens the clients of the configured providers, in the order of their buttons. */
function openIdentityProviders(
  given: Config['identityProviders'],
  { config, clock, calls }: { config: Config; clock: Clock; calls: CallMetrics },
): App['identityProviders'] {
  const opened = identityProviders.flatMap((name) => {
    const settings = given[name]
    const redirectUri = config.publicUrl + providerCallbackPath(name)
    if (!settings) return []
    const client = openIdentityProvider({ name, settings, redirectUri, clock })
    return [[name, calls.observe('sign-in', client, ['createUrl', 'exchange'])] as const]
  })
  return new Map(opened)
}

type Connecting = {
  url: string
  sessionUrl: string
  readUrl: string | undefined
  waitMs: number | undefined
  log: Logger
}

/** Opens the connection pools, which connect on first use. */
function openDatabases({ url, sessionUrl, readUrl, waitMs, log }: Connecting) {
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const databases = {
    requests: openDatabase({ url, poolSize: poolSizes.requests, waitMs, onError }),
    sessions: openDatabase({ url, poolSize: poolSizes.sessions, waitMs, onError }),
    health: openDatabase({ url, poolSize: poolSizes.health, onError }),
    ranking: openDatabase({ url: sessionUrl, poolSize: poolSizes.ranking, onError }),
    slow: openDatabase({ url: sessionUrl, poolSize: poolSizes.slow, isSlow: true, onError }),
  }
  const replica = readUrl === undefined ? undefined : openDatabase({ url: readUrl, waitMs, onError })
  return { ...databases, read: createReadDatabase({ primary: databases.requests, replica, log }) }
}

/** Opens the browsers' push services, and the sandbox's if there is one. */
function openPush({ config, pushUrl }: Opening, { keys, clock }: Pick<App, 'keys' | 'clock'>): PushService {
  return openPushService({
    keys: derivePushKeys(keys.push),
    subject: toPushSubject(config),
    origins: [...config.pushServices, ...(pushUrl === undefined ? [] : [pushUrl])],
    clock,
  })
}

/** Measures the connection pools, and traces their statements. */
function observeDatabases(telemetry: Telemetry, databases: ReturnType<typeof openDatabases>): void {
  const { read: _read, ...pools } = databases
  observePools(telemetry, Object.fromEntries(Object.entries(pools).map(([name, { pool }]) => [name, pool])))
}

/** Opens the app on a database prepared by `prepareDatabase`; `close` closes its parts in reverse order. */
export async function createApp(opening: Opening): Promise<App & { close(): Promise<void> }> {
  const { config, databaseUrl: url, smtpUrl, paystack, drand, log, clock = createClock() } = opening
  const { sessionUrl = url, runsSchedules = true } = opening
  // Opened first: if the store is missing, the start fails with nothing else to close yet.
  const opened = opening.files ?? (await openFiles(config))
  const telemetry = await openTelemetry(config, log)
  const calls = createCallMetrics(telemetry)
  const files = calls.observe('files', opened, ['put', 'size', 'read', 'open', 'link', 'remove', 'list'])
  const databases = openDatabases({ url, sessionUrl, readUrl: config.databaseReadUrl, waitMs: opening.waitMs, log })
  const { requests, read: readDatabase, ranking: rankingDatabase, ...separate } = databases
  if (telemetry) observeDatabases(telemetry, databases)
  const { databaseFolder } = opening
  const diskSpace = databaseFolder === undefined ? unwatchedDisk : await watchDiskSpace(databaseFolder, log)
  const stopFollowing = await followDatabase(clock, createTimeReader(separate.health.pool), log)
  const jobs = observeJobs(telemetry, await openJobs({ url: sessionUrl, log, clock, diskSpace, runsSchedules }))
  const pubSub = await openPubSub({
    url: sessionUrl,
    onError: (error) => log.warn({ err: error }, 'pub/sub messages may have been lost'),
  })
  const maintenance = await openMaintenance({ db: separate.health.db, pubSub, clock, log })
  const smtp = openMailer({
    smtpUrl,
    requiresStartTls: config.requiresStartTls,
    from: config.mailFrom,
    beforeSend: async (mail) => addSupportContacts(mail, await readSettings({ config }, separate.slow.db)),
  })
  const mailer = calls.observe('mail', smtp, ['send'])
  const smsSettings = opening.sms ?? config.sms.provider
  const sms = smsSettings && openSmsProvider(smsSettings)
  const keys = await loadServerKeys(requests.db)
  const ranking = await openRanking({ ...rankingDatabase, log })
  const stopMeasuring = telemetry && observeProcess(telemetry.meter)
  const beacon = openDrand(drand ?? { urls: config.drandUrls, chain: toChainFile(quicknet) }, log)
  const authorities = openTimeStampAuthorities(opening.timeStampUrls ?? config.timeStampUrls)
  const app: App = {
    config,
    db: requests.db,
    pool: requests.pool,
    readDatabase,
    separate,
    jobs,
    pubSub,
    maintenance,
    diskSpace,
    files,
    mailer,
    sms: sms && calls.observe('sms', sms, ['send']),
    inboundMail: opening.inboundMail ?? config.inboundMail,
    paystack: calls.observe('payments', openPaystack(paystack), ['initialize', 'verify', 'list', 'check']),
    drand: calls.observe('random-numbers', beacon, ['fetchRound', 'hasRound']),
    timeStamps: calls.observe('time-stamps', authorities, ['stamp']),
    identityProviders: openIdentityProviders(opening.identityProviders ?? config.identityProviders, {
      config,
      clock,
      calls,
    }),
    rateLimits: createRateLimits({ pool: separate.sessions.pool, diskSpace, factor: config.rateLimitFactor }),
    push: calls.observe('push', openPush(opening, { keys, clock }), ['send']),
    keys,
    ranking,
    clock,
    waitMs: opening.waitMs,
    log,
    telemetry,
    features,
  }
  if (telemetry) observeFeatures(app, telemetry)
  return {
    ...app,
    async close() {
      // First, while the last numbers can still be read.
      await telemetry?.close()
      stopMeasuring?.()
      await ranking.close()
      await jobs.close()
      await maintenance.close()
      await pubSub.close()
      mailer.close()
      diskSpace.close()
      stopFollowing()
      for (const database of Object.values(databases)) await database.close()
    },
  }
}

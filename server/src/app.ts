// Opens everything that all features share: the database, job system, file store and so on. Tests use it too, unmocked.
import { join } from 'node:path'
import type { Logger } from 'pino'
import { openRanking } from './leaderboard/ranking.ts'
import { createClock, type Clock } from './platform/clock.ts'
import { addSupportContacts } from './mails/layout.ts'
import type { App } from './platform/app.ts'
import type { Config } from './platform/config.ts'
import { openDatabase } from './platform/database/database.ts'
import { watchDiskSpace } from './platform/database/disk-space.ts'
import { openDiskFileStore } from './platform/files/disk-file-store.ts'
import { openS3FileStore } from './platform/files/s3-file-store.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { openJobs } from './platform/jobs/jobs.ts'
import { loadServerKeys } from './platform/security/server-keys.ts'
import { createRateLimits } from './platform/security/rate-limits.ts'
import { openMailer } from './platform/mailer.ts'
import { migrate } from './platform/database/migrate.ts'
import { openPubSub } from './platform/database/pub-sub.ts'
import { openPaystack, type PaystackSettings } from './platform/payment-provider/paystack.ts'
import { readSettings } from './settings/queries.ts'

export type Opening = {
  config: Config
  /** URL of the configured database, or of the embedded one. */
  databaseUrl: string
  /** The folder of the embedded database, whose disk is watched. */
  databaseFolder?: string | undefined
  /** URL of the configured SMTP server, or of the sandbox's mailbox. */
  smtpUrl: string
  /** The payment provider: the real one, or the sandbox's. */
  paystack: PaystackSettings
  log: Logger
  clock?: Clock
}

/** Opens the configured file store. Files that are still being written are always on the local disk. */
function openFiles({ s3, filesDir, mediaAccel }: Config): Promise<FileStore> {
  return s3
    ? openS3FileStore({ ...s3, temporary: join(filesDir, 'tmp') })
    : openDiskFileStore(filesDir, { isReadByGroup: mediaAccel !== undefined })
}

/** Opens the app; `close` closes its parts in reverse order. */
export async function createApp(opening: Opening): Promise<App & { close(): Promise<void> }> {
  const { config, databaseUrl, smtpUrl, paystack, log, clock = createClock() } = opening
  // Opened first: if the store is missing the start fails, and there is nothing else to close yet.
  const files = await openFiles(config)
  await migrate(databaseUrl)
  const onError = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost')
  const database = openDatabase({ url: databaseUrl, onError })
  const diskSpace = await watchDiskSpace(opening.databaseFolder, log)
  const jobs = await openJobs({ url: databaseUrl, log })
  const pubSub = await openPubSub({
    url: databaseUrl,
    onError: (error) => log.warn({ err: error }, 'pub/sub messages may have been lost'),
  })
  const mailer = openMailer({
    smtpUrl,
    requiresStartTls: config.requiresStartTls,
    from: config.mailFrom,
    beforeSend: async (mail) => addSupportContacts(mail, await readSettings({ config }, database.db)),
  })
  const rankingDatabase = openDatabase({ url: databaseUrl, poolSize: 1, onError })
  const ranking = await openRanking({ ...rankingDatabase, log })
  return {
    config,
    db: database.db,
    pool: database.pool,
    jobs,
    pubSub,
    diskSpace,
    files,
    mailer,
    paystack: openPaystack(paystack),
    rateLimits: createRateLimits({ pool: database.pool, diskSpace, factor: config.rateLimitFactor }),
    keys: await loadServerKeys(database.db),
    ranking,
    clock,
    log,
    async close() {
      await ranking.close()
      await rankingDatabase.close()
      await jobs.close()
      await pubSub.close()
      mailer.close()
      diskSpace.close()
      await database.close()
    },
  }
}

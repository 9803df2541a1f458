// The opened world: everything that features reach outside themselves. All of it is real in tests too.
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { openRanking, type Ranking } from './leaderboard/ranking.ts'
import { createClock, type Clock } from './platform/clock.ts'
import { withSupport } from './mails/layout.ts'
import type { Config } from './platform/config.ts'
import { openDatabase, type Db } from './platform/database.ts'
import { openFilesOnDisk } from './platform/files-disk.ts'
import { openFilesOnS3 } from './platform/files-s3.ts'
import type { Files } from './platform/files.ts'
import { openJobs, type Jobs } from './platform/jobs.ts'
import { loadKeys, type Keys } from './platform/keys.ts'
import { createLimits, type Limits } from './platform/limits.ts'
import { openMailer, type Mailer } from './platform/mailer.ts'
import { migrate } from './platform/migrate.ts'
import { openNews, type News } from './platform/news.ts'
import { openPaystack, type Paystack, type PaystackSettings } from './payments/paystack.ts'
import { readSettings } from './settings/queries.ts'

export type App = {
  config: Config
  db: Db
  pool: pg.Pool
  jobs: Jobs
  /** What servers tell each other. */
  news: News
  files: Files
  mailer: Mailer
  paystack: Paystack
  limits: Limits
  keys: Keys
  /** The one exception to 'the world we do not own': state that lives with the process. */
  ranking: Ranking
  clock: Clock
  log: Logger
}

export type Opening = {
  config: Config
  /** Of the database that `config` names, or of the embedded one. */
  databaseUrl: string
  /** Of the SMTP server that `config` names, or of the sandbox's mailbox. */
  smtpUrl: string
  /** The payment provider: the real one, or the sandbox's. */
  paystack: PaystackSettings
  log: Logger
  clock?: Clock
}

/** The file store of the settings. While files are being written they stand on this machine, wherever they go. */
function openFiles({ s3, filesDir }: Config): Promise<Files> {
  return s3 ? openFilesOnS3({ ...s3, temporary: join(filesDir, 'tmp') }) : openFilesOnDisk(filesDir)
}

/** Opens the world; `close` ends it in reverse order. */
export async function createApp(opening: Opening): Promise<App & { close(): Promise<void> }> {
  const { config, databaseUrl, smtpUrl, paystack, log, clock = createClock() } = opening
  // First, because a store that is not there ends the start, and nothing else is open then.
  const files = await openFiles(config)
  await migrate(databaseUrl)
  const onError = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost')
  const database = openDatabase({ url: databaseUrl, onError })
  const jobs = await openJobs({ url: databaseUrl, onError: (error) => log.error({ err: error }, 'job system') })
  const news = await openNews({ url: databaseUrl, onError: (error) => log.warn({ err: error }, 'news were lost') })
  const mailer = openMailer({
    smtpUrl,
    from: config.mailFrom,
    finish: async (mail) => withSupport(mail, await readSettings({ config }, database.db)),
  })
  const rankingDatabase = openDatabase({ url: databaseUrl, poolSize: 1, onError })
  const ranking = await openRanking({ ...rankingDatabase, log })
  return {
    config,
    db: database.db,
    pool: database.pool,
    jobs,
    news,
    files,
    mailer,
    paystack: openPaystack(paystack),
    limits: createLimits({ pool: database.pool, factor: config.rateLimitFactor }),
    keys: await loadKeys(database.db),
    ranking,
    clock,
    log,
    async close() {
      await ranking.close()
      await rankingDatabase.close()
      await jobs.close()
      await news.close()
      mailer.close()
      await database.close()
    },
  }
}

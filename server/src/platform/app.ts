// The application as every feature receives it: the connections, clients and settings of one server process. This file imports no
// feature, so that features do not form an import circle with `app.ts`, which opens everything.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { IdentityProvider } from '@baobab/contract/accounts/text.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Drand } from './beacon/drand.ts'
import type { TimeStampAuthorities } from './beacon/time-stamp-authorities.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './database/database.ts'
import type { DiskSpace } from './database/disk-space.ts'
import type { PubSub } from './database/pub-sub.ts'
import type { ReadDatabase } from './database/read-database.ts'
import type { FeatureData } from './feature-data.ts'
import type { FileStore } from './files/file-store.ts'
import type { ProviderClient } from './identity-providers/identity-provider.ts'
import type { ContentEncoding } from './http/negotiation.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { InboundMailConfig } from './inbound-mail.ts'
import type { Mailer } from './mailer.ts'
import type { Paystack } from './payment-provider/paystack.ts'
import type { PushService } from './push/push-service.ts'
import type { SmsProvider } from './sms/sms-provider.ts'
import type { RateLimits } from './security/rate-limits.ts'
import type { ServerKeys } from './security/server-keys.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

export type App = {
  config: Config
  /** The connections for requests: statements time out after 5 s, and waits for a lock after 2 s. */
  db: Db
  pool: pg.Pool
  /** Lists are read here, through `readList`: from a replica if there is one and it is up to date. */
  readDatabase: ReadDatabase
  /**
   * Separate connections, so that neither held locks nor a full `pool` block them: for checking sessions, for monitoring, and for
   * jobs and other work that may take minutes.
   */
  separate: Record<'sessions' | 'health' | 'slow', Database>
  jobs: Jobs
  /** Messages between servers. */
  pubSub: PubSub
  /** The planned or current maintenance. */
  maintenance: MaintenanceState
  /** The disk of the embedded database; a remote database's disk never counts as full. Long writes check it. */
  diskSpace: DiskSpace
  files: FileStore
  mailer: Mailer
  /** The company that sends text messages; undefined if none is configured. */
  sms: SmsProvider | undefined
  /** Where visitors' email replies arrive; undefined if they go to the support address. */
  inboundMail: InboundMailConfig | undefined
  paystack: Paystack
  /** The source of the random numbers that decide draws. */
  drand: Drand
  /** The outside authorities that certify when the files of draws were published. */
  timeStamps: TimeStampAuthorities
  /** The configured identity providers. */
  identityProviders: ReadonlyMap<IdentityProvider, ProviderClient>
  /** The browsers' push services. */
  push: PushService
  rateLimits: RateLimits
  keys: ServerKeys
  /**
   * Kept in memory and rebuilt from the database at each start. Apart from `maintenance`, no other feature keeps state in the
   * process.
   */
  ranking: Ranking
  clock: Clock
  /** How long a request waits, or works before it leaves the rest to a job; undefined for the production limits. */
  waitMs: number | undefined
  log: Logger
  /** Metrics and traces; undefined unless enabled in the settings. */
  telemetry: Telemetry | undefined
  /** What all features store, for copies of a student's data, erasures and checks. */
  features: readonly FeatureData[]
}

/** The planned or current maintenance, in memory: the same on all servers within a second of a change. */
export type MaintenanceState = {
  current: () => { startsAt: Date; expectedEndAt: Date } | undefined
  /** Reads it again. Called after a change, so that this server knows about it before it replies. */
  refresh: () => Promise<void>
  /** Calls `listener` after each change, and when the phase changes; returns a function that unsubscribes it. */
  onChange: (listener: () => void) => () => void
  close: () => Promise<void>
}

/** The top of a leaderboard as the bytes of its HTTP reply. */
export type RenderedBoard = {
  /** Identifies the content in any encoding, so it is a weak ETag (RFC 9110, section 8.8.1). */
  etag: string
  bytes: Record<ContentEncoding, Buffer>
  /** The lowest score at which a change can affect the board. */
  cut: number
}

/** Ranks of the students in each age category. */
export type Ranking = {
  /** The competition rank of a score: one more than the number of students above it. */
  rankOf(category: AgeCategory, score: number): number
  /** The number of students in a category. */
  total(category: AgeCategory): number
  board(category: AgeCategory): RenderedBoard
  /** Calls `listener` with each new board; returns a function that unsubscribes it. */
  onBoard(listener: (category: AgeCategory, board: RenderedBoard) => void): () => void
  /** Makes the next read load both boards again, because of a change that is not in the ledger. */
  renderAgain(): void
  /** Reads the scores committed since the last read; resolves when `rankOf` and `board` include them. */
  follow(): Promise<void>
  /** Returns how many milliseconds ago the last read included in `rankOf` and `board` began. */
  ageMs(): number
  close(): Promise<void>
}

// The metrics of features: what an operator must know about jobs, payments, draws, ranks, files and backups.
import { statfs } from 'node:fs/promises'
import pLimit from 'p-limit'
import type { Meter } from '@opentelemetry/api'
import type { App } from '../platform/app.ts'
import { readDifferenceMs } from '../platform/clock.ts'
import { readCertificateEnd } from '../platform/certificate.ts'
import { readIdleSeconds } from '../platform/jobs/read-idle-seconds.ts'
import { observe } from '../platform/telemetry/observe.ts'
import type { Telemetry } from '../platform/telemetry/telemetry.ts'
import { readTextMessages } from '../sms/read-text-messages.ts'
import {
  countOpenUploads,
  loadBackupAge,
  loadDrawFacts,
  loadPaymentFacts,
  loadQueueFacts,
  loadReplicationFacts,
} from './load-database-facts.ts'

/** How long numbers about the whole database are cached, so that any number of collections costs the same few queries. */
const CACHE_MS = 5_000
/** How long the end of the certificate is cached. */
const CERTIFICATE_CACHE_MS = 3_600_000

/** Runs a load at most once in five seconds; a failed one is tried again. */
type Cache = <T>(load: () => Promise<T>) => () => Promise<T>

/**
 * Creates a cache for loads from the database. They run one after another, because they share a connection with /readyz, which
 * would otherwise have to wait for all of them.
 */
function createCache(): Cache {
  const inTurn = pLimit(1)
  return (load) => keepFor(CACHE_MS, () => inTurn(load))
}

/** Returns a function that loads at most once in a time; a failed load is tried again. */
function keepFor<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined
  let until = -Infinity
  return () => {
    if (last && performance.now() < until) return last
    until = performance.now() + ms
    last = load()
    last.catch(() => (until = -Infinity))
    return last
  }
}

/** Adds the metrics of all features. Queries run on the monitoring connection, so that they take none from requests. */
export function observeFeatures(requestsApp: App, telemetry: Telemetry): void {
  const app: App = { ...requestsApp, ...requestsApp.separate.health }
  const { meter } = telemetry
  const cache = createCache()
  observeJobDepth(app, meter, cache)
  observePayments(app, meter, cache)
  observeDraws(app, meter, cache)
  observeTextMessages(app, meter, cache)
  observeStorage(app, meter, cache)
  observeReplication(app, meter, cache)
  observeServer(app, meter)
  observeCertificate(app, meter)
}

function observeJobDepth({ db, pool }: App, meter: Meter, cache: Cache): void {
  const load = cache(async () => ({ queues: await loadQueueFacts(db), idle: await readIdleSeconds(pool) }))
  const names = {
    baobab_jobs_waiting: 'Jobs that could start, by queue',
    baobab_jobs_active: 'Running jobs, by queue',
    baobab_jobs_failed: 'Jobs of the last week that failed for good, by queue',
    baobab_jobs_oldest_seconds: 'How long the oldest job that could start has waited, by queue',
    baobab_jobs_idle_seconds: 'Seconds since a server last looked after the queues',
  }
  observe(meter, names, async (set) => {
    const { queues, idle } = await load()
    set('baobab_jobs_idle_seconds', idle)
    for (const { queue, waiting, active, failed, oldestSeconds } of queues) {
      set('baobab_jobs_waiting', waiting, { queue })
      set('baobab_jobs_active', active, { queue })
      set('baobab_jobs_failed', failed, { queue })
      set('baobab_jobs_oldest_seconds', oldestSeconds ?? 0, { queue })
    }
  })
}

function observePayments(app: App, meter: Meter, cache: Cache): void {
  const load = cache(() => loadPaymentFacts(app))
  const names = {
    baobab_payments_attention: 'Payments that an admin has to look at',
    baobab_payment_differences:
      "Differences between our payments and the provider's list on the last day that was compared",
    baobab_payment_comparison_age_seconds: "Seconds since payments were last compared with the provider's list",
  }
  observe(meter, names, async (set) => {
    const { attention, differences, comparisonAgeSeconds } = await load()
    set('baobab_payments_attention', attention)
    set('baobab_payment_differences', differences)
    set('baobab_payment_comparison_age_seconds', comparisonAgeSeconds)
  })
}

function observeDraws(app: App, meter: Meter, cache: Cache): void {
  const load = cache(() => loadDrawFacts(app))
  const names = {
    baobab_draw_lists_missing: 'Closed months without a list',
    baobab_draws_waiting: 'Draws with a list but no winner',
    baobab_draw_next_seconds: 'Seconds until the next draw; negative while it is overdue',
  }
  observe(meter, names, async (set) => {
    const { missingLists, waiting, secondsToNext } = await load()
    set('baobab_draw_lists_missing', missingLists)
    set('baobab_draws_waiting', waiting)
    set('baobab_draw_next_seconds', secondsToNext)
  })
}

function observeTextMessages(app: App, meter: Meter, cache: Cache): void {
  const load = cache(() => readTextMessages(app))
  const names = {
    baobab_sms_sent_today: 'Text messages of today in Lagos, a long one as several',
    baobab_sms_budget: 'Text messages that may be sent in a day',
    baobab_sms_last_day: 'Text messages of the last 24 hours: sent, and those that arrived or failed, by outcome',
    baobab_sms_paused_ranges: 'Ranges of phone numbers that get no more codes',
  }
  observe(meter, names, async (set) => {
    const { sentToday, budget, lastDay, pausedRanges } = await load()
    set('baobab_sms_sent_today', sentToday)
    set('baobab_sms_budget', budget)
    for (const [outcome, messages] of Object.entries(lastDay)) set('baobab_sms_last_day', messages, { outcome })
    set('baobab_sms_paused_ranges', pausedRanges.length)
  })
}

function observeServer({ ranking, clock }: App, meter: Meter): void {
  const names = {
    baobab_ranking_age_seconds: 'Seconds since the ranking last read the points ledger',
    baobab_clock_difference_seconds: "How far the clock of this machine is ahead of the database's",
  }
  observe(meter, names, (set) => {
    set('baobab_ranking_age_seconds', ranking.ageMs() / 1_000)
    set('baobab_clock_difference_seconds', readDifferenceMs(clock) / 1_000)
  })
}

function observeStorage(app: App, meter: Meter, cache: Cache): void {
  const { config, diskSpace, files, db } = app
  const folders = { files: config.filesDir, database: diskSpace.folder, backups: config.backupDir }
  const load = cache(async () => ({ uploads: await countOpenUploads(db), backupAge: await loadBackupAge(app) }))
  const names = {
    baobab_disk_free_bytes: 'Free space of a disk: of the files, the embedded database, and the backups',
    baobab_disk_size_bytes: 'Size of a disk',
    baobab_file_store_down: '1 while the object store counts as down',
    baobab_uploads_open: 'Resumable uploads that are not finished',
    baobab_backup_on: '1 if this server makes backups',
    baobab_backup_age_seconds: 'Seconds since the snapshot of the last backup',
  }
  observe(meter, names, async (set) => {
    for (const [disk, folder] of Object.entries(folders)) {
      const space = folder === undefined ? undefined : await statfs(folder).catch(() => undefined)
      set('baobab_disk_free_bytes', space && space.bavail * space.bsize, { disk })
      set('baobab_disk_size_bytes', space && space.blocks * space.bsize, { disk })
    }
    set('baobab_file_store_down', Number(files.isDown()))
    set('baobab_backup_on', Number(config.backupDir !== undefined))
    const { uploads, backupAge } = await load()
    set('baobab_uploads_open', uploads)
    set('baobab_backup_age_seconds', backupAge)
  })
}

function observeReplication({ db, config }: App, meter: Meter, cache: Cache): void {
  // The embedded database has neither.
  if (config.databaseUrl === undefined) return
  const load = cache(() => loadReplicationFacts(db))
  const names = {
    baobab_replicas: 'Replicas that are connected to the primary',
    baobab_replication_lag_seconds: 'How far the slowest replica is behind; needs the role pg_monitor',
    baobab_archive_failing: '1 if the last segment of the log could not be archived',
    baobab_archive_age_seconds: 'Seconds since a segment of the log was archived',
  }
  observe(meter, names, async (set) => {
    const { replicas, lagSeconds, archive } = await load()
    set('baobab_replicas', replicas)
    set('baobab_replication_lag_seconds', lagSeconds)
    set('baobab_archive_failing', archive && Number(archive.isFailing))
    set('baobab_archive_age_seconds', archive?.ageSeconds)
  })
}

function observeCertificate({ config, clock }: App, meter: Meter): void {
  const load = keepFor(CERTIFICATE_CACHE_MS, () => readCertificateEnd(config.publicUrl))
  const names = {
    baobab_certificate_seconds: 'Seconds until the certificate of PUBLIC_URL expires; negative afterwards',
  }
  observe(meter, names, async (set) => {
    const end = await load()
    set('baobab_certificate_seconds', end && (end.getTime() - clock.now().getTime()) / 1_000)
  })
}

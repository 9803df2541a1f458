// All health checks. Each one reads facts about a single thing (`read`) and rates them (`judge`): about a server for /readyz, about
// the product for the System page, about an installation for `npm run doctor`.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { drawTime, FREEZE_AFTER_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { addDays } from '@baobab/contract/kernel/days.ts'
import type { HealthFacts, HealthPart } from '@baobab/contract/system/health.ts'
import { asc, desc, sql } from 'drizzle-orm'
import { readLastBackup } from '../../backup/queries.ts'
import { needsReport } from '../../payments/comparison-rules.ts'
import { payments, paymentComparisons } from '../../payments/tables.ts'
import type { App } from '../../platform/app.ts'
import { judgeClock } from '../../platform/clock.ts'
import { readClockHold } from '../../platform/clock-check.ts'
import { countOpenListClaims } from '../../scholarship/admin/list-claims.ts'
import { listMonthsToFreeze } from '../../scholarship/list-months-to-freeze.ts'
import { loadDraw } from '../../scholarship/load-draw.ts'
import { listLatestDraws, listWaitingDraws } from '../../scholarship/run-draw.ts'
import { databaseCheck } from './database-checks.ts'
import type { InstallationCheck } from './installation.ts'
import type { JobFacts } from './load-job-facts.ts'
import { backupCheck, machineChecks } from './machine-checks.ts'
import * as rules from './rules.ts'
import { listServers } from './servers.ts'
import { serviceChecks } from './service-checks.ts'

/** A server that is running. */
type RunningServer = {
  app: App
  isClosing: boolean
  /** Asks the database when the job queues were last taken care of. */
  readIdleSeconds: () => Promise<number | undefined>
}

export const serverCheck: rules.HealthCheck<RunningServer, rules.ServerFacts, rules.ServerHealth> = {
  name: 'server',
  read: async ({ app, isClosing, readIdleSeconds }) => ({
    isClosing,
    jobs: await readIdleSeconds().then(
      (idleSeconds) => ({ idleSeconds }),
      () => undefined,
    ),
    isDiskFull: app.diskSpace.isFull(),
    isStoreDown: app.files.isDown(),
    rankingAgeSeconds: app.ranking.ageMs() / 1_000,
  }),
  judge: rules.judgeServer,
}

/** The whole product. Jobs are only counted occasionally. */
export type Product = { app: App; loadJobs: () => Promise<JobFacts> }

type ProductCheck<P extends HealthPart> = rules.HealthCheck<Product, HealthFacts[P], rules.Level>

/** In the order of the page. */
export const productChecks: { [P in HealthPart]: ProductCheck<P> & { name: P } } = {
  mail: { name: 'mail', read: async ({ loadJobs }) => (await loadJobs()).mail, judge: rules.judgeMail },
  jobs: { name: 'jobs', read: async ({ loadJobs }) => (await loadJobs()).other, judge: rules.judgeJobs },
  storage: { name: 'storage', read: readStorage, judge: rules.judgeStorage },
  backup: { name: 'backup', read: readBackup, judge: rules.judgeBackup },
  provider: { name: 'provider', read: readProvider, judge: rules.judgeProvider },
  draw: { name: 'draw', read: readDraw, judge: rules.judgeDraw },
  versions: { name: 'versions', read: readVersions, judge: rules.judgeVersions },
  clock: { name: 'clock', read: readClock, judge: judgeClock },
}

/** In the order in which the findings are printed. */
export const installationChecks: readonly InstallationCheck[] = [
  ...machineChecks,
  databaseCheck,
  ...serviceChecks,
  backupCheck,
]

async function readStorage({ app }: Product): Promise<HealthFacts['storage']> {
  const running = await listServers(app.db)
  const free = running.flatMap(({ freeBytes }) => freeBytes ?? [])
  return {
    kind: app.config.s3 ? 'object-store' : 'folder',
    unreachable: running.filter(({ reachesStorage }) => !reachesStorage).length,
    freeBytes: free.length > 0 ? Math.min(...free) : null,
    isDatabaseFull: app.diskSpace.isFull() || running.some(({ isDatabaseFull }) => isDatabaseFull),
  }
}

async function readBackup({ app }: Product): Promise<HealthFacts['backup']> {
  const { isOn, last, isLate } = await readLastBackup(app)
  return { isOn, lastAt: last?.snapshotAt ?? null, isLate }
}

async function readProvider({ app, loadJobs }: Product): Promise<HealthFacts['provider']> {
  const [last] = await app.db.select().from(paymentComparisons).orderBy(desc(paymentComparisons.day)).limit(1)
  const [first] = await app.db.select({ at: payments.openedAt }).from(payments).orderBy(asc(payments.openedAt)).limit(1)
  const today = lagosDate(app.clock.now())
  // A day is compared in the following night.
  const due = addDays(today, -2)
  const isDue = first !== undefined && lagosDate(first.at) <= due
  return {
    comparedDay: last?.day ?? null,
    differences: last?.differences.filter(needsReport).length ?? 0,
    isLate: isDue && (last === undefined || last.day < due),
    lastError: (await loadJobs()).providerError,
  }
}

/** How late a list or a draw may be before it counts as overdue. */
const OVERDUE_MS = 60 * 60_000

async function readDraw({ app }: Product): Promise<HealthFacts['draw']> {
  const now = app.clock.now()
  const waiting = []
  for (const row of await listWaitingDraws(app.db)) {
    const { state } = await loadDraw(app, app.db, row)
    if (state.state === 'waiting') waiting.push({ month: row.month, dueAt: state.dueAt })
  }
  const [latest] = await listLatestDraws(app.db)
  const unconfirmed = latest && (await loadDraw(app, app.db, latest)).state.state === 'drawn' ? 1 : 0
  const overdue = waiting.find(({ dueAt }) => now.getTime() - dueAt.getTime() > OVERDUE_MS)
  const ahead = waiting.map(({ dueAt }) => dueAt).filter((at) => at > now)
  const hourAgo = new Date(now.getTime() - FREEZE_AFTER_MS - OVERDUE_MS)
  const [missing] = await listMonthsToFreeze(app.db, now)
  const [late] = await listMonthsToFreeze(app.db, hourAgo)
  // The draw for a missing list happens two days after the list at the earliest.
  ahead.push(drawTime(missing ?? lagosDate(now).slice(0, 7), now))
  const next = Math.min(...ahead.map((at) => at.getTime()))
  return {
    nextAt: new Date(next).toISOString(),
    overdueMonth: overdue?.month ?? null,
    missingMonth: late ?? null,
    openClaims: await countOpenListClaims(app),
    unconfirmed,
  }
}

async function readVersions({ app }: Product): Promise<HealthFacts['versions']> {
  const { rows } = await app.db.execute<{ postgres: string; count: number }>(sql`
    select current_setting('server_version') as postgres, count(*)::integer as count
    from drizzle.__drizzle_migrations`)
  const running = await listServers(app.db)
  return {
    servers: running.map(({ id, version, nodeVersion, startedAt, lastSeenAt }) => ({
      _id: id,
      version,
      nodeVersion,
      startedAt: startedAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
    migrations: rows[0]?.count ?? 0,
    postgres: rows[0]?.postgres ?? '',
  }
}

async function readClock({ app }: Product): Promise<HealthFacts['clock']> {
  const [running, { heldSince, seenAt }] = [await listServers(app.db), await readClockHold(app)]
  const differences = running.map(({ clockDifferenceMs }) => clockDifferenceMs)
  const largest = differences.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? 0
  return { differenceMs: largest, isHeld: heldSince !== null, seenAt: seenAt.toISOString() }
}

// Reads the state of each part with a few queries of small tables, one part after the other. Jobs are many, so they are counted at most
// once in 15 seconds for all open pages. A part that cannot be read is unknown, and the others are shown all the same.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { drawTime, FREEZE_AFTER_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { addDays } from '@baobab/contract/kernel/days.ts'
import type { HealthFacts, HealthPart, HealthState, SystemHealth } from '@baobab/contract/system/health.ts'
import { asc, desc, sql } from 'drizzle-orm'
import { readLastBackup } from '../../backup/queries.ts'
import { needsReport } from '../../payments/comparison-rules.ts'
import { payments, paymentComparisons } from '../../payments/tables.ts'
import type { App } from '../../platform/app.ts'
import { cacheBriefly } from '../../platform/cache-briefly.ts'
import { readClockHold } from '../../platform/clock-check.ts'
import { countOpenListClaims } from '../../scholarship/admin/list-claims.ts'
import { listMonthsToFreeze } from '../../scholarship/list-months-to-freeze.ts'
import { loadDraw } from '../../scholarship/load-draw.ts'
import { listLatestDraws, listWaitingDraws } from '../../scholarship/run-draw.ts'
import { loadJobFacts, type JobFacts } from './load-job-facts.ts'
import * as rules from './rules.ts'
import { listServers } from './servers.ts'

/** How long counts of jobs are used: open pages ask every 15 seconds. */
const JOBS_MS = 15_000

type LoadJobs = () => Promise<JobFacts>

type Part<P extends HealthPart> = {
  read: (app: App, loadJobs: LoadJobs) => Promise<HealthFacts[P]>
  judge: (facts: HealthFacts[P], now: Date) => Exclude<HealthState, 'unknown'>
}

const parts: { [P in HealthPart]: Part<P> } = {
  mail: { read: async (_app, loadJobs) => (await loadJobs()).mail, judge: rules.judgeMail },
  jobs: { read: async (_app, loadJobs) => (await loadJobs()).other, judge: rules.judgeJobs },
  storage: { read: readStorage, judge: rules.judgeStorage },
  backup: { read: readBackup, judge: rules.judgeBackup },
  provider: { read: readProvider, judge: rules.judgeProvider },
  draw: { read: readDraw, judge: rules.judgeDraw },
  versions: { read: readVersions, judge: rules.judgeVersions },
  clock: { read: readClock, judge: rules.judgeClock },
}

/** Returns a function that reads the whole: whatever fails, the page is shown. */
export function createHealthReader(app: App): () => Promise<SystemHealth> {
  const loadJobs = cacheBriefly(JOBS_MS, () => loadJobFacts(app.separate.slow.db))
  return () => readSystemHealth(app, loadJobs)
}

async function readSystemHealth(app: App, loadJobs: LoadJobs): Promise<SystemHealth> {
  return {
    mail: await readPart(app, loadJobs, 'mail'),
    jobs: await readPart(app, loadJobs, 'jobs'),
    storage: await readPart(app, loadJobs, 'storage'),
    backup: await readPart(app, loadJobs, 'backup'),
    provider: await readPart(app, loadJobs, 'provider'),
    draw: await readPart(app, loadJobs, 'draw'),
    versions: await readPart(app, loadJobs, 'versions'),
    clock: await readPart(app, loadJobs, 'clock'),
  }
}

async function readPart<P extends HealthPart>(
  app: App,
  loadJobs: LoadJobs,
  name: P,
): Promise<{ state: HealthState; facts: HealthFacts[P] | null }> {
  const part: Part<P> = parts[name]
  try {
    const facts = await part.read(app, loadJobs)
    return { state: part.judge(facts, app.clock.now()), facts }
  } catch (error) {
    app.log.warn({ err: error, part: name }, 'the state of a part could not be read')
    return { state: 'unknown', facts: null }
  }
}

async function readStorage(app: App): Promise<HealthFacts['storage']> {
  const running = await listServers(app.db)
  const free = running.flatMap(({ freeBytes }) => freeBytes ?? [])
  return {
    kind: app.config.s3 ? 'object-store' : 'folder',
    unreachable: running.filter(({ reachesStorage }) => !reachesStorage).length,
    freeBytes: free.length > 0 ? Math.min(...free) : null,
    isDatabaseFull: app.diskSpace.isFull() || running.some(({ isDatabaseFull }) => isDatabaseFull),
  }
}

async function readBackup(app: App): Promise<HealthFacts['backup']> {
  const { isOn, last, isLate } = await readLastBackup(app)
  return { isOn, lastAt: last?.snapshotAt ?? null, isLate }
}

async function readProvider(app: App, loadJobs: LoadJobs): Promise<HealthFacts['provider']> {
  const [last] = await app.db.select().from(paymentComparisons).orderBy(desc(paymentComparisons.day)).limit(1)
  const [first] = await app.db.select({ at: payments.openedAt }).from(payments).orderBy(asc(payments.openedAt)).limit(1)
  const today = lagosDate(app.clock.now())
  // The comparison of a day runs in the following night.
  const due = addDays(today, -2)
  const isDue = first !== undefined && lagosDate(first.at) <= due
  return {
    comparedDay: last?.day ?? null,
    differences: last?.differences.filter(needsReport).length ?? 0,
    isLate: isDue && (last === undefined || last.day < due),
    lastError: (await loadJobs()).providerError,
  }
}

/** How long a list or a draw may take once its time has come, before it counts as overdue. */
const OVERDUE_MS = 60 * 60_000

async function readDraw(app: App): Promise<HealthFacts['draw']> {
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
  // The draw of a list that is missing comes two days after the list at the earliest.
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

async function readVersions(app: App): Promise<HealthFacts['versions']> {
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

async function readClock(app: App): Promise<HealthFacts['clock']> {
  const [running, { heldSince, seenAt }] = [await listServers(app.db), await readClockHold(app)]
  const differences = running.map(({ clockDifferenceMs }) => clockDifferenceMs)
  const largest = differences.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? 0
  return { differenceMs: largest, isHeld: heldSince !== null, seenAt: seenAt.toISOString() }
}

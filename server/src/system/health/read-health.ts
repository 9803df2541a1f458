// Reads the state of each part with one cheap query, one after the other. A part that cannot be read is unknown, and the others are
// shown all the same.
import { lagosDate } from '@baobab/contract/age.ts'
import { addDays } from '@baobab/contract/lagos-days.ts'
import { monthCloses } from '@baobab/contract/scholarship-month.ts'
import type { HealthFacts, HealthPart, HealthState, SystemHealth, Work } from '@baobab/contract/system-health.ts'
import { asc, desc, sql } from 'drizzle-orm'
import { readLastBackup } from '../../backup/queries.ts'
import { mailQueues } from '../../metrics/load-attention.ts'
import { dayComparisons } from '../../payments/daily-comparison.ts'
import { payments, paymentComparisons } from '../../payments/tables.ts'
import type { App } from '../../platform/app.ts'
import { readClockHold } from '../../platform/clock-check.ts'
import { redactText } from '../../platform/log.ts'
import { countOpenListClaims } from '../../scholarship/admin/list-claims.ts'
import { listLatestDraws, listWaitingDraws, loadDraw } from '../../scholarship/run-draw.ts'
import { describeFailure } from '../rules.ts'
import * as rules from './rules.ts'
import { listServers } from './servers.ts'

type Part<P extends HealthPart> = {
  read: (app: App) => Promise<HealthFacts[P]>
  judge: (facts: HealthFacts[P], now: Date) => Exclude<HealthState, 'unknown'>
}

const parts: { [P in HealthPart]: Part<P> } = {
  mail: { read: (app) => readWork(app, true), judge: rules.judgeMail },
  jobs: { read: (app) => readWork(app, false), judge: rules.judgeJobs },
  storage: { read: readStorage, judge: rules.judgeStorage },
  backup: { read: readBackup, judge: rules.judgeBackup },
  provider: { read: readProvider, judge: rules.judgeProvider },
  draw: { read: readDraw, judge: rules.judgeDraw },
  versions: { read: readVersions, judge: rules.judgeVersions },
  clock: { read: readClock, judge: rules.judgeClock },
}

/** Reads the whole: whatever fails, the page is shown. */
export async function readSystemHealth(app: App): Promise<SystemHealth> {
  return {
    mail: await readPart(app, 'mail'),
    jobs: await readPart(app, 'jobs'),
    storage: await readPart(app, 'storage'),
    backup: await readPart(app, 'backup'),
    provider: await readPart(app, 'provider'),
    draw: await readPart(app, 'draw'),
    versions: await readPart(app, 'versions'),
    clock: await readPart(app, 'clock'),
  }
}

async function readPart<P extends HealthPart>(
  app: App,
  name: P,
): Promise<{ state: HealthState; facts: HealthFacts[P] | null }> {
  const part: Part<P> = parts[name]
  try {
    const facts = await part.read(app)
    return { state: part.judge(facts, app.clock.now()), facts }
  } catch (error) {
    app.log.warn({ err: error, part: name }, 'the state of a part could not be read')
    return { state: 'unknown', facts: null }
  }
}

const toInstant = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString())

type WorkRow = Pick<Work, 'waiting' | 'failed' | 'done'> & { waiting_since: Date | null; last_done_at: Date | null }

/** Counts jobs: of the queues that send emails, or of all others. The job system uses the database's own time. */
async function readWork(app: App, isMail: boolean): Promise<Work> {
  const names = sql.param([...mailQueues])
  const isReady = sql`state in ('created', 'retry') and start_after <= now()`
  const { rows } = await app.db.execute<WorkRow>(sql`
    select count(*) filter (where ${isReady})::integer as waiting,
      min(start_after) filter (where ${isReady}) as waiting_since,
      count(*) filter (where state = 'failed')::integer as failed,
      count(*) filter (where state = 'completed' and completed_on > now() - interval '1 day')::integer as done,
      max(completed_on) filter (where state = 'completed') as last_done_at
    from pgboss.job where (name = any(${names}::text[])) = ${isMail} and not starts_with(name, '__pgboss__')`)
  const [row] = rows
  if (!row) throw new Error('The jobs could not be counted.')
  const { waiting, failed, done, waiting_since: since, last_done_at: last } = row
  return { waiting, failed, done, waitingSince: toInstant(since), lastDoneAt: toInstant(last) }
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

/** Jobs that ask the provider. */
const PROVIDER_QUEUES = [dayComparisons.name, 'settle-payment', 'reconcile-payments']

async function readProvider(app: App): Promise<HealthFacts['provider']> {
  const [last] = await app.db.select().from(paymentComparisons).orderBy(desc(paymentComparisons.day)).limit(1)
  const [first] = await app.db.select({ at: payments.openedAt }).from(payments).orderBy(asc(payments.openedAt)).limit(1)
  const { rows } = await app.db.execute<{ output: unknown }>(sql`
    select output from pgboss.job where name = any(${sql.param(PROVIDER_QUEUES)}::text[]) and state in ('retry', 'failed')
      and output is not null order by created_on desc limit 1`)
  const today = lagosDate(app.clock.now())
  // The comparison of a day runs in the following night.
  const due = addDays(today, -2)
  const isDue = first !== undefined && lagosDate(first.at) <= due
  return {
    comparedDay: last?.day ?? null,
    differences: last?.differences.length ?? 0,
    isLate: isDue && (last === undefined || last.day < due),
    lastError: rows[0] ? redactText(describeFailure(rows[0].output)) : null,
  }
}

/** How long a draw may take once its round has come, before it counts as overdue. */
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
  const { drawsAt } = monthCloses(lagosDate(now).slice(0, 7))
  const next = ahead.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? drawsAt
  return {
    nextAt: next.toISOString(),
    overdueMonth: overdue?.month ?? null,
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

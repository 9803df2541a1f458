// Rates how well a server and the parts of the product work. Pure: facts and time are arguments.
import type { HealthFacts, HealthState, Work } from '@baobab/contract/system/health.ts'

export type Level = Exclude<HealthState, 'unknown'>

/**
 * A check of one thing that may or may not work; `checks.ts` lists all. Its functions are methods, so that a list can contain
 * checks with different facts.
 */
export type HealthCheck<Source, Facts, Verdict> = {
  name: string
  read(source: Source): Promise<Facts>
  /** Pure. */
  judge(facts: Facts, now: Date): Verdict
}

/** What is known about a server. */
export type ServerFacts = {
  isClosing: boolean
  /** Undefined if the database is down. */
  jobs: { idleSeconds: number | undefined } | undefined
  isDiskFull: boolean
  isStoreDown: boolean
  /** Seconds since the ranking last read the ledger of points. */
  rankingAgeSeconds: number
}

export type ServerHealth = {
  /** `degraded`: some of it does not work, but visitors are served. `unavailable`: it should get no visitors. */
  status: 'ready' | 'degraded' | 'unavailable'
  parts: Record<'server' | 'database' | 'disk' | 'files' | 'jobs' | 'ranking', string>
}

/** The job system takes care of its queues every 15 s. */
const JOBS_STOPPED_SECONDS = 120
/** Ranks may be a second old; a server that cannot read the ledger tries again within half a minute. */
const RANKING_STALE_SECONDS = 5

/** Rates one server, in words that visitors may read. */
export function judgeServer({ isClosing, jobs, ...facts }: ServerFacts): ServerHealth {
  const areJobsStopped = (jobs?.idleSeconds ?? 0) > JOBS_STOPPED_SECONDS
  const parts = {
    server: isClosing ? 'closing' : 'ok',
    database: jobs ? 'ok' : 'away',
    disk: facts.isDiskFull ? 'full' : 'ok',
    files: facts.isStoreDown ? 'away' : 'ok',
    jobs: !jobs ? 'unknown' : areJobsStopped ? 'stopped' : 'ok',
    ranking: facts.rankingAgeSeconds > RANKING_STALE_SECONDS ? 'stale' : 'ok',
  }
  const isWell = Object.values(parts).every((word) => word === 'ok')
  return { status: isClosing || !jobs ? 'unavailable' : isWell ? 'ready' : 'degraded', parts }
}

const MINUTE_MS = 60_000
/** Schedules run every minute on some server, so a silence of this length means that no server runs jobs. */
const JOBS_SILENT_MS = 10 * MINUTE_MS
/** Jobs start within seconds. One that waits longer than this is behind many others, or no server takes it. */
const SLOW_MS = 15 * MINUTE_MS
const STUCK_MS = 2 * 60 * MINUTE_MS

const GIB = 1024 ** 3
const FEW_BYTES = 5 * GIB
/** An upload and its streams need more than this, and the server refuses writes before the disk is completely full. */
const TOO_FEW_BYTES = GIB / 4

const ageMs = (at: string | null, now: Date) => (at === null ? 0 : now.getTime() - Date.parse(at))

function worst(isBroken: boolean, needsLook: boolean): Level {
  if (isBroken) return 'broken'
  return needsLook ? 'look' : 'well'
}

/** Returns how long, in milliseconds, the oldest job has been waiting or retried; 0 if there is none. */
const readStuckMs = ({ waitingSince, retryingSince }: Work, now: Date) =>
  Math.max(ageMs(waitingSince, now), ageMs(retryingSince, now))

/** Whether no job was finished for a time. Completed jobs are kept for a week. */
const isSilent = ({ lastDoneAt }: Work, now: Date, ms: number) => lastDoneAt === null || ageMs(lastDoneAt, now) > ms

const needsLook = (work: Work, stuckMs: number) => stuckMs > SLOW_MS || work.retrying > 0 || work.failed > 0

/**
 * Rates the emails, which may be idle for days. While some are being sent, the others either wait behind many or are refused
 * themselves.
 */
export function judgeMail(work: Work, now: Date): Level {
  const stuckMs = readStuckMs(work, now)
  return worst(stuckMs > STUCK_MS && isSilent(work, now, STUCK_MS), needsLook(work, stuckMs))
}

/** Rates all other jobs, some of which run every minute: while any is being finished, a long queue is only slow. */
export function judgeJobs(work: Work, now: Date): Level {
  const stuckMs = readStuckMs(work, now)
  const silent = isSilent(work, now, JOBS_SILENT_MS)
  // Before the first job is finished, silence means nothing.
  const isQuiet = silent && work.lastDoneAt !== null
  return worst(silent && stuckMs > JOBS_SILENT_MS, isQuiet || needsLook(work, stuckMs))
}

/** Judges the free space of a disk. */
export const judgeSpace = (freeBytes: number): Level => worst(freeBytes < TOO_FEW_BYTES, freeBytes < FEW_BYTES)

export function judgeStorage({ unreachable, freeBytes, isDatabaseFull }: HealthFacts['storage']): Level {
  return unreachable > 0 || isDatabaseFull ? 'broken' : judgeSpace(freeBytes ?? Infinity)
}

/**
 * Rates the backups. The first one is made at night, so its absence does not count as broken yet. Without any backup, a database
 * that is recovered in another way has no list of erasures to repeat.
 */
export function judgeBackup({ isOn, lastAt, isLate }: HealthFacts['backup']): Level {
  return worst(!isOn || (lastAt !== null && isLate), lastAt === null)
}

export function judgeProvider({ differences, isLate, lastError }: HealthFacts['provider']): Level {
  return worst(isLate, differences > 0 || lastError !== null)
}

export function judgeDraw({ overdueMonth, missingMonth, openClaims, unconfirmed }: HealthFacts['draw']): Level {
  return worst(overdueMonth !== null || missingMonth !== null, openClaims > 0 || unconfirmed > 0)
}

/** Two versions run during an update; after it, two versions mean that a server was forgotten. */
export function judgeVersions({ servers }: HealthFacts['versions']): Level {
  const versions = new Set(servers.map(({ version, nodeVersion }) => `${version} ${nodeVersion}`))
  return worst(false, versions.size > 1)
}

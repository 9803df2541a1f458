// How well a server and the parts of the product work. Pure: facts and time are arguments.
import type { HealthFacts, HealthState, Work } from '@baobab/contract/system/health.ts'

export type Level = Exclude<HealthState, 'unknown'>

/** One thing that may work or not; `checks.ts` lists all. Methods, so that a list can hold checks of different facts. */
export type HealthCheck<Source, Facts, Verdict> = {
  name: string
  read(source: Source): Promise<Facts>
  /** Pure. */
  judge(facts: Facts, now: Date): Verdict
}

/** What is known of a server. */
export type ServerFacts = {
  isClosing: boolean
  /** Undefined: the database is away. */
  jobs: { idleSeconds: number | undefined } | undefined
  isDiskFull: boolean
  isStoreDown: boolean
  /** Seconds since the ranking has read the ledger of points. */
  rankingAgeSeconds: number
}

export type ServerHealth = {
  /** `degraded`: some of it does not work, but visitors are served. `unavailable`: it should get no visitors. */
  status: 'ready' | 'degraded' | 'unavailable'
  parts: Record<'server' | 'database' | 'disk' | 'files' | 'jobs' | 'ranking', string>
}

/** The job system looks after its queues every 15 s. */
const JOBS_STOPPED_SECONDS = 120
/** Ranks may be a second old; a server that cannot read the ledger tries again within half a minute. */
const RANKING_STALE_SECONDS = 5

/** Judges one server, in words that visitors may read. */
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
/** Schedules run each minute on any server, so a silence of this length means that no server runs jobs. */
const JOBS_SILENT_MS = 10 * MINUTE_MS
/** Jobs start within seconds; a job that waits for longer than this is behind many others, or nobody takes it. */
const SLOW_MS = 15 * MINUTE_MS
const STUCK_MS = 2 * 60 * MINUTE_MS

const GIB = 1024 ** 3
const FEW_BYTES = 5 * GIB
/** An upload and its streams need more, and the server refuses writes before nothing is left. */
const TOO_FEW_BYTES = GIB / 4

const ageMs = (at: string | null, now: Date) => (at === null ? 0 : now.getTime() - Date.parse(at))

function worst(isBroken: boolean, needsLook: boolean): Level {
  if (isBroken) return 'broken'
  return needsLook ? 'look' : 'well'
}

/** Returns for how long the oldest job waits, or is tried again and again, in milliseconds; 0 if none does. */
const readStuckMs = ({ waitingSince, retryingSince }: Work, now: Date) =>
  Math.max(ageMs(waitingSince, now), ageMs(retryingSince, now))

/** Whether no job was done for a time. Completed jobs are kept for a week. */
const isSilent = ({ lastDoneAt }: Work, now: Date, ms: number) => lastDoneAt === null || ageMs(lastDoneAt, now) > ms

const needsLook = (work: Work, stuckMs: number) => stuckMs > SLOW_MS || work.retrying > 0 || work.failed > 0

/** Judges the emails, which may rest for days. While some are done, others that wait are only behind many, or refused themselves. */
export function judgeMail(work: Work, now: Date): Level {
  const stuckMs = readStuckMs(work, now)
  return worst(stuckMs > STUCK_MS && isSilent(work, now, STUCK_MS), needsLook(work, stuckMs))
}

/** Judges all other jobs, of which some run each minute: while any is done, a long queue is only slow. */
export function judgeJobs(work: Work, now: Date): Level {
  const stuckMs = readStuckMs(work, now)
  const silent = isSilent(work, now, JOBS_SILENT_MS)
  // Before the first job is done, silence says nothing.
  const isQuiet = silent && work.lastDoneAt !== null
  return worst(silent && stuckMs > JOBS_SILENT_MS, isQuiet || needsLook(work, stuckMs))
}

/** Judges the free space of a disk. */
export const judgeSpace = (freeBytes: number): Level => worst(freeBytes < TOO_FEW_BYTES, freeBytes < FEW_BYTES)

export function judgeStorage({ unreachable, freeBytes, isDatabaseFull }: HealthFacts['storage']): Level {
  return unreachable > 0 || isDatabaseFull ? 'broken' : judgeSpace(freeBytes ?? Infinity)
}

/**
 * Judges the backups. A first one is made at night, so its absence is not broken yet. Without any, a database that is recovered in
 * another way has no list of the erasures to repeat.
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

/** Two versions run during an update; if that is over, a server was forgotten. */
export function judgeVersions({ servers }: HealthFacts['versions']): Level {
  const versions = new Set(servers.map(({ version, nodeVersion }) => `${version} ${nodeVersion}`))
  return worst(false, versions.size > 1)
}

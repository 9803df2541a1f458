// When a part of the product is healthy, should be checked, or is broken. Pure: facts and time are arguments.
import type { HealthFacts, HealthState, Work } from '@baobab/contract/system/health.ts'

type State = Exclude<HealthState, 'unknown'>

const MINUTE_MS = 60_000
/** Schedules run each minute on any server, so a silence of this length means that no server runs jobs. */
export const JOBS_SILENT_MS = 10 * MINUTE_MS
/** Jobs start within seconds; a job that waits for longer than this is behind many others, or nobody takes it. */
export const SLOW_MS = 15 * MINUTE_MS
export const STUCK_MS = 2 * 60 * MINUTE_MS

const GIB = 1024 ** 3
export const FEW_BYTES = 5 * GIB
/** An upload and its streams need more, and the server refuses writes before nothing is left. */
export const TOO_FEW_BYTES = GIB / 4

/** The server refuses to start with a larger difference from the database. */
export const MAX_DIFFERENCE_MS = 60_000
export const LARGE_DIFFERENCE_MS = 5_000

const ageMs = (at: string | null, now: Date) => (at === null ? 0 : now.getTime() - Date.parse(at))

function worst(isBroken: boolean, needsLook: boolean): State {
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
export function judgeMail(work: Work, now: Date): State {
  const stuckMs = readStuckMs(work, now)
  return worst(stuckMs > STUCK_MS && isSilent(work, now, STUCK_MS), needsLook(work, stuckMs))
}

/** Judges all other jobs, of which some run each minute: while any is done, a long queue is only slow. */
export function judgeJobs(work: Work, now: Date): State {
  const stuckMs = readStuckMs(work, now)
  const silent = isSilent(work, now, JOBS_SILENT_MS)
  // Before the first job is done, silence says nothing.
  const isQuiet = silent && work.lastDoneAt !== null
  return worst(silent && stuckMs > JOBS_SILENT_MS, isQuiet || needsLook(work, stuckMs))
}

export function judgeStorage({ unreachable, freeBytes, isDatabaseFull }: HealthFacts['storage']): State {
  const free = freeBytes ?? Infinity
  return worst(unreachable > 0 || isDatabaseFull || free < TOO_FEW_BYTES, free < FEW_BYTES)
}

/** A first backup is made at night, so its absence is not broken yet. */
export function judgeBackup({ isOn, lastAt, isLate }: HealthFacts['backup']): State {
  return worst(!isOn || (lastAt !== null && isLate), lastAt === null)
}

export function judgeProvider({ differences, isLate, lastError }: HealthFacts['provider']): State {
  return worst(isLate, differences > 0 || lastError !== null)
}

export function judgeDraw({ overdueMonth, missingMonth, openClaims, unconfirmed }: HealthFacts['draw']): State {
  return worst(overdueMonth !== null || missingMonth !== null, openClaims > 0 || unconfirmed > 0)
}

/** Two versions run during an update; if that is over, a server was forgotten. */
export function judgeVersions({ servers }: HealthFacts['versions']): State {
  const versions = new Set(servers.map(({ version, nodeVersion }) => `${version} ${nodeVersion}`))
  return worst(false, versions.size > 1)
}

export function judgeClock({ differenceMs, isHeld }: HealthFacts['clock']): State {
  const size = Math.abs(differenceMs)
  return worst(isHeld || size > MAX_DIFFERENCE_MS, size > LARGE_DIFFERENCE_MS)
}

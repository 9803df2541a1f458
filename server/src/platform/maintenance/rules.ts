// What maintenance stops, and how much time it gives back. Pure: time is an argument.
import { EXTRA_TIME_FACTORS, GRACE_MS, QUIZ_SECONDS } from '@baobab/contract/quiz/rules.ts'
import type { MaintenancePhase } from '@baobab/contract/maintenance/endpoints.ts'

/** The times of maintenance that has not ended. */
export type MaintenanceTimes = { startsAt: Date; expectedEndAt: Date }

/**
 * How long before planned maintenance no quiz starts: as long as the longest quiz takes. No quiz is then running when maintenance
 * begins, and nobody can use it to think for longer.
 */
export const CLOSING_MS = QUIZ_SECONDS * 1_000 * Math.max(...EXTRA_TIME_FACTORS) + GRACE_MS

export function phaseAt({ startsAt }: Pick<MaintenanceTimes, 'startsAt'>, now: Date): MaintenancePhase {
  const leftMs = startsAt.getTime() - now.getTime()
  if (leftMs <= 0) return 'on'
  return leftMs <= CLOSING_MS ? 'closing' : 'planned'
}

/** Returns in how many milliseconds the phase changes; undefined if it does not. */
export function nextPhaseIn({ startsAt }: Pick<MaintenanceTimes, 'startsAt'>, now: Date): number | undefined {
  const leftMs = startsAt.getTime() - now.getTime()
  if (leftMs <= 0) return undefined
  return leftMs > CLOSING_MS ? leftMs - CLOSING_MS : leftMs
}

/** A period in which quizzes were paused. */
export type Pause = { from: Date; until: Date }

export type PausedAttempt = {
  startedAt: Date
  deadline: Date
  lockedAt: Date | null
  answeredCount: number
  questionCount: number
  /** When its last answer was accepted; null if there was none. */
  lastAnswerAt: Date | null
}

/**
 * Whether a pause stopped an attempt: it was running when the pause began, or began before all servers knew about it, and its
 * student has not ended it. An attempt that was locked at its deadline ran out of time.
 */
export function wasStopped(attempt: PausedAttempt, { from, until }: Pause): boolean {
  const { startedAt, deadline, lockedAt } = attempt
  if (startedAt >= until || deadline.getTime() + GRACE_MS < from.getTime()) return false
  return lockedAt === null ? attempt.answeredCount < attempt.questionCount : hasRunOut(attempt)
}

/** Whether an attempt ran out of time before all its questions were answered. */
const hasRunOut = ({
  deadline,
  lockedAt,
  answeredCount,
  questionCount,
}: Omit<PausedAttempt, 'startedAt' | 'lastAnswerAt'>) =>
  lockedAt?.getTime() === deadline.getTime() && answeredCount < questionCount

/** Whether an attempt may be reopened after an outage that nobody has noticed yet. */
export function mayBeReopened(attempt: Omit<PausedAttempt, 'startedAt' | 'lastAnswerAt'>, now: Date): boolean {
  return hasRunOut(attempt) && now.getTime() - attempt.deadline.getTime() <= MAX_OUTAGE_MS + GRACE_MS
}

/**
 * Returns the deadline after a pause: as much time is left as when the pause began, or as at the last answer if that was accepted
 * later. Time that was used is not given back.
 */
export function extendDeadline(attempt: Omit<PausedAttempt, 'lockedAt'>, { from, until }: Pause): Date {
  const { startedAt, deadline, lastAnswerAt } = attempt
  const stoppedAt = Math.max(from.getTime(), startedAt.getTime(), lastAnswerAt?.getTime() ?? 0)
  return new Date(deadline.getTime() + Math.max(0, until.getTime() - stoppedAt))
}

const MAX_AHEAD_MS = 30 * 24 * 3_600_000
const MAX_DURATION_MS = 24 * 3_600_000
/** How far in the past maintenance may start, for an outage that is over. */
export const MAX_OUTAGE_MS = 24 * 3_600_000

type TimesRefusal = 'startsInThePast' | 'startsTooSoon' | 'startsTooLate' | 'endsBeforeItStarts' | 'tooLong'

/** Returns why maintenance cannot have these times; undefined if it can. */
export function findTimesRefusal({ startsAt, expectedEndAt }: MaintenanceTimes, now: Date): TimesRefusal | undefined {
  if (startsAt < now) return 'startsInThePast'
  // Starting now stops running quizzes. Any other start time lets them end first, which students are told.
  if (startsAt > now && phaseAt({ startsAt }, now) === 'closing') return 'startsTooSoon'
  if (startsAt.getTime() - now.getTime() > MAX_AHEAD_MS) return 'startsTooLate'
  if (expectedEndAt <= startsAt) return 'endsBeforeItStarts'
  return expectedEndAt.getTime() - startsAt.getTime() > MAX_DURATION_MS ? 'tooLong' : undefined
}

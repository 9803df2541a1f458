// What a maintenance stops, and how much time it gives back. Pure: time is an argument.
import { EXTRA_TIME_FACTORS, GRACE_MS, QUIZ_SECONDS } from '@baobab/contract/quiz/rules.ts'
import type { MaintenancePhase } from '@baobab/contract/maintenance/endpoints.ts'

/** The times of a maintenance that has not ended. */
export type MaintenanceTimes = { startsAt: Date; expectedEndAt: Date }

/**
 * How long before a planned maintenance no quiz starts: as long as the longest one takes. So none is running when it begins, and
 * nobody can use it to think for longer.
 */
export const CLOSING_MS = QUIZ_SECONDS * 1_000 * Math.max(...EXTRA_TIME_FACTORS) + GRACE_MS

export function phaseAt({ startsAt }: Pick<MaintenanceTimes, 'startsAt'>, now: Date): MaintenancePhase {
  const leftMs = startsAt.getTime() - now.getTime()
  if (leftMs <= 0) return 'on'
  return leftMs <= CLOSING_MS ? 'closing' : 'planned'
}

/** Returns how many milliseconds later the phase changes; undefined if it stays. */
export function nextPhaseIn({ startsAt }: Pick<MaintenanceTimes, 'startsAt'>, now: Date): number | undefined {
  const leftMs = startsAt.getTime() - now.getTime()
  if (leftMs <= 0) return undefined
  return leftMs > CLOSING_MS ? leftMs - CLOSING_MS : leftMs
}

/** A time in which quizzes stood still. */
export type Pause = { from: Date; until: Date }

export type PausedAttempt = {
  startedAt: Date
  deadline: Date
  lockedAt: Date | null
  answeredCount: number
  questionCount: number
  /** When the last of its answers was taken; null if none was. */
  lastAnswerAt: Date | null
}

/**
 * Whether a pause stopped an attempt: it was running when the pause began, or began before all servers knew of it, and has not
 * been ended by its student. An attempt that was locked at its deadline was ended by its time.
 */
export function wasStopped(attempt: PausedAttempt, { from, until }: Pause): boolean {
  const { startedAt, deadline, lockedAt } = attempt
  if (startedAt >= until || deadline.getTime() + GRACE_MS < from.getTime()) return false
  return lockedAt === null ? attempt.answeredCount < attempt.questionCount : hasRunOut(attempt)
}

/** Whether an attempt was ended by its time, before all of its questions were answered. */
const hasRunOut = ({
  deadline,
  lockedAt,
  answeredCount,
  questionCount,
}: Omit<PausedAttempt, 'startedAt' | 'lastAnswerAt'>) =>
  lockedAt?.getTime() === deadline.getTime() && answeredCount < questionCount

/** Whether an attempt may be opened again after an outage that nobody has noticed yet. */
export function mayBeReopened(attempt: Omit<PausedAttempt, 'startedAt' | 'lastAnswerAt'>, now: Date): boolean {
  return hasRunOut(attempt) && now.getTime() - attempt.deadline.getTime() <= MAX_OUTAGE_MS + GRACE_MS
}

/**
 * Returns the deadline after a pause: as much time is left as when the pause began, or at the last answer if that was taken
 * later. So time that was used is not given back.
 */
export function extendDeadline(attempt: Omit<PausedAttempt, 'lockedAt'>, { from, until }: Pause): Date {
  const { startedAt, deadline, lastAnswerAt } = attempt
  const stoppedAt = Math.max(from.getTime(), startedAt.getTime(), lastAnswerAt?.getTime() ?? 0)
  return new Date(deadline.getTime() + Math.max(0, until.getTime() - stoppedAt))
}

const MAX_AHEAD_MS = 30 * 24 * 3_600_000
const MAX_DURATION_MS = 24 * 3_600_000
/** How far a start may lie in the past, for an outage that is over. */
export const MAX_OUTAGE_MS = 24 * 3_600_000

type TimesRefusal = 'startsInThePast' | 'startsTooSoon' | 'startsTooLate' | 'endsBeforeItStarts' | 'tooLong'

/** Returns why a maintenance cannot have these times; undefined if it can. */
export function findTimesRefusal({ startsAt, expectedEndAt }: MaintenanceTimes, now: Date): TimesRefusal | undefined {
  if (startsAt < now) return 'startsInThePast'
  // Now stops the quizzes that run. Any other time lets them end before, and students are told so.
  if (startsAt > now && phaseAt({ startsAt }, now) === 'closing') return 'startsTooSoon'
  if (startsAt.getTime() - now.getTime() > MAX_AHEAD_MS) return 'startsTooLate'
  if (expectedEndAt <= startsAt) return 'endsBeforeItStarts'
  return expectedEndAt.getTime() - startsAt.getTime() > MAX_DURATION_MS ? 'tooLong' : undefined
}

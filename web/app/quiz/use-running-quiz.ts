import { listAttempts, type AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../api/query.ts'
import { readClock, secondsLeftAt, type ClockTimes, type QuizClock } from './rules.ts'
import { useCountdown } from './use-countdown.ts'

/** A running attempt with the seconds until its deadline; 0 when the time is up. They stand still while maintenance has paused it. */
export type RunningQuiz = { attempt: AttemptSummary; left: number; totalSeconds: number; isPaused: boolean }

/** Returns the student's running attempt, from the list of attempts that all pages share. It sends no request of its own. */
export function useRunningQuiz(): RunningQuiz | undefined {
  const { data, dataUpdatedAt } = useQuery(apiQuery(listAttempts, {}))
  const attempt = data?.attempts.find(({ state, hasVideo }) => state === 'running' && hasVideo)
  const serverNow = data?.serverNow
  const clock = useMemo(
    () => (attempt && serverNow ? readListClock({ ...attempt, serverNow }, dataUpdatedAt) : undefined),
    [attempt, serverNow, dataUpdatedAt],
  )
  const left = useCountdown(clock)
  if (!attempt || !clock || left === undefined) return undefined
  const stopped = data?.maintenance?.phase === 'on' ? data.maintenance : undefined
  return {
    attempt,
    left: stopped ? secondsLeftAt(attempt, stopped.startsAt) : left,
    totalSeconds: clock.totalSeconds,
    isPaused: stopped !== undefined,
  }
}

/**
 * Reads the clock from a reply that may be older.
 * @param repliedAtMs the moment of the reply on the phone's clock
 */
function readListClock(times: ClockTimes, repliedAtMs: number): QuizClock {
  // `performance.timeOrigin` would not do: the clock of `performance.now()` stops while a phone sleeps.
  const atMs = performance.now() - (Date.now() - repliedAtMs)
  return readClock(times, atMs, atMs)
}

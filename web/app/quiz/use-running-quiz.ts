import { listAttempts, type AttemptSummary } from '@baobab/contract/quiz.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { readClock } from './rules.ts'
import { useCountdown } from './use-countdown.ts'

/** A running attempt with the seconds until its deadline; 0 when the time is up. */
export type RunningQuiz = { attempt: AttemptSummary; left: number; totalSeconds: number }

/** Returns the student's running attempt, from the list of attempts that all pages share. It sends no request of its own. */
export function useRunningQuiz(): RunningQuiz | undefined {
  const { data, dataUpdatedAt } = useQuery(apiQuery(listAttempts, {}))
  const attempt = data?.attempts.find(({ state, hasVideo }) => state === 'running' && hasVideo)
  // The moment of the reply, on the clock of `performance.now()`.
  const repliedAt = dataUpdatedAt - performance.timeOrigin
  const clock = attempt && data && readClock({ ...attempt, serverNow: data.serverNow }, repliedAt, repliedAt)
  const left = useCountdown(clock)
  if (!attempt || !clock || left === undefined) return undefined
  return { attempt, left, totalSeconds: clock.totalSeconds }
}

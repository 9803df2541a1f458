import { listAttempts, type AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import { GRACE_MS } from '@baobab/contract/quiz/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { apiQuery, invalidate } from '../api/query.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { formatClock } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { countTotalSeconds, findRunning, secondsLeftAt } from './rules.ts'
import { runningQuizText } from './text.ts'
import { useCountdown } from './use-countdown.ts'

/** A running attempt and the seconds until its deadline; 0 when the time is up. `left` stays the same during maintenance. */
export type RunningQuiz = { attempt: AttemptSummary; left: number; totalSeconds: number; isPaused: boolean }

/** Returns the student's running attempt from the list of attempts that all pages share. Sends no request of its own. */
export function useRunningQuiz(): RunningQuiz | undefined {
  const { data } = useQuery(apiQuery(listAttempts, {}))
  const { attempt, stopped } = (data && findRunning(data)) ?? {}
  const left = useCountdown(attempt)
  if (!attempt || left === undefined) return undefined
  return {
    attempt,
    left: stopped ? secondsLeftAt(attempt, stopped.startsAt) : left,
    totalSeconds: countTotalSeconds(attempt),
    isPaused: stopped !== undefined,
  }
}

/** Shows the running quiz and its clock on every page except its own, with a link back to it. */
export function RunningQuizBar() {
  const running = useRunningQuiz()
  const { pathname, search } = useLocation()
  useRefetchWhenOver(running?.left === 0)
  if (!running || running.left === 0) return null
  const { attempt, left } = running
  const quiz = paths.student.quiz(attempt.videoId)
  if (pathname + search === quiz) return null
  const clock = formatClock(left)
  return (
    <aside className="running" aria-label={runningQuizText.runningQuiz}>
      <Icon name="timer" />
      <p>
        <b className="num" role="timer" translate="no" aria-label={runningQuizText.timeLeftShort(clock)}>
          {clock}
        </b>{' '}
        <span>{attempt.videoTitle}</span>
      </p>
      <PageLink
        className={buttonClass({ size: 'sm' })}
        to={quiz}
        aria-label={runningQuizText.continueQuizOf(attempt.videoTitle)}
      >
        {runningQuizText.continueQuiz}
      </PageLink>
    </aside>
  )
}

/** Reads the attempts again once the server has locked the attempt whose time is up. */
function useRefetchWhenOver(isOver: boolean): void {
  useEffect(() => {
    if (!isOver) return undefined
    const timer = setTimeout(() => void invalidate(listAttempts), GRACE_MS + 500)
    return () => clearTimeout(timer)
  }, [isOver])
}

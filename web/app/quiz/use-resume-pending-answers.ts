import { listAttempts } from '@baobab/contract/quiz.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery } from '../api/query.ts'
import { browserStorage } from '../api/browser-storage.ts'
import { hasPendingAnswers } from './pending-answer-keys.ts'

/** No event tells when a bad network is good again. */
const AGAIN_MS = 15_000

/**
 * Answers that an earlier page could not send leave from whichever student page comes next. Where none wait, nothing is
 * asked; the outbox itself is loaded only where some do.
 */
export function useResumePendingAnswers(studentId: string): void {
  const [isWaiting] = useState(() => hasPendingAnswers(browserStorage(), studentId))
  const [round, setRound] = useState(0)
  const attempts = useQuery({
    ...apiQuery(listAttempts, {}),
    enabled: isWaiting,
    refetchInterval: ({ state }) => (state.data ? false : AGAIN_MS),
  }).data?.attempts

  useEffect(() => {
    if (!isWaiting || !attempts) return
    let again: ReturnType<typeof setTimeout> | undefined
    import('./resume-outbox.ts').then(
      ({ resumeOutbox }) => resumeOutbox(studentId, attempts),
      // The outbox's own script did not arrive either.
      () => (again = setTimeout(() => setRound(round + 1), AGAIN_MS)),
    )
    return () => clearTimeout(again)
  }, [isWaiting, studentId, attempts, round])
}

import { listAttempts } from '@baobab/contract/quiz.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { q } from '../api/q.ts'
import { phoneStorage } from '../api/phone-storage.ts'
import { hasKept } from './kept-keys.ts'

/** No event tells when a bad network is good again. */
const AGAIN_MS = 15_000

/**
 * Answers that an earlier page could not send leave from whichever student page comes next. Where none wait, nothing is
 * asked; the outbox itself is loaded only where some do.
 */
export function useKeptAnswers(studentId: string): void {
  const [isWaiting] = useState(() => hasKept(phoneStorage(), studentId))
  const [round, setRound] = useState(0)
  const attempts = useQuery({
    ...q(listAttempts, {}),
    enabled: isWaiting,
    refetchInterval: ({ state }) => (state.data ? false : AGAIN_MS),
  }).data?.attempts

  useEffect(() => {
    if (!isWaiting || !attempts) return
    let again: ReturnType<typeof setTimeout> | undefined
    import('./send-kept.ts').then(
      ({ sendKept }) => sendKept(studentId, attempts),
      // The outbox's own script did not arrive either.
      () => (again = setTimeout(() => setRound(round + 1), AGAIN_MS)),
    )
    return () => clearTimeout(again)
  }, [isWaiting, studentId, attempts, round])
}

import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { phoneStorage } from '../browser/storage.ts'
import { apiQuery } from '../api/query.ts'
import { retrying } from '../api/retry.ts'
import { reloadForNewVersion } from '../forms/reload-for-new-version.ts'
import { toChunkLoadError } from '../shell/load-route-module.ts'
import { hasPendingAnswers } from './pending-answers.ts'

/** Retries at intervals, because no event reports that a bad network has recovered. */
const RETRY_MS = 15_000

/**
 * Sends answers left over from an earlier page load, on whichever student page is opened next. Without pending answers it sends no request
 * and does not load the outbox script.
 */
export function useResumePendingAnswers(studentId: string): void {
  const [isNeeded] = useState(() => hasPendingAnswers(phoneStorage, studentId))
  const attempts = useQuery({
    ...apiQuery(listAttempts, {}),
    enabled: isNeeded,
    refetchInterval: ({ state }) => (state.data ? false : RETRY_MS),
  }).data?.attempts

  useEffect(() => {
    if (!isNeeded || !attempts) return
    const stop = new AbortController()
    const { signal } = stop
    // Called if the outbox script does not load: answers cannot wait for the next page.
    function delayMs(_failures: number, error: unknown) {
      void reloadForNewVersion({ url: toChunkLoadError(error)?.url, signal })
      return RETRY_MS
    }
    retrying(() => import('./answer-outbox.ts'), { signal, delayMs }).then(
      ({ getAnswerOutbox }) => getAnswerOutbox().resume(studentId, attempts),
      // Rejects only if the page was left.
      () => undefined,
    )
    return () => stop.abort()
  }, [isNeeded, studentId, attempts])
}

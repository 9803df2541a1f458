// The outbox for answers. There is one per page load, created on first use, so that it outlives the screen that added an answer.
import { formatTap, TAP_HEADER } from '@baobab/contract/quiz/answer-tap.ts'
import { answerQuestion } from '@baobab/contract/quiz/endpoints.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { phoneStorage } from '../browser/storage.ts'
import { callApi } from '../api/call-api.ts'
import { studentSession } from '../api/session.ts'
import { readMaintenanceAfterRefusal } from '../maintenance/use-maintenance.ts'
import { createOutbox, type Outbox, type ServerAttempt, type TrackedAnswer } from './outbox.ts'
import { createPendingAnswerStore } from './pending-answers.ts'

/** On a dead network a request can hang for minutes. It is aborted early and retried, because repeating an answer is safe. */
const TIMEOUT_MS = 8_000

let answerOutbox: Outbox | undefined

/** Returns the outbox, opened on first use. */
export function getAnswerOutbox(): Outbox {
  answerOutbox ??= openAnswerOutbox()
  return answerOutbox
}

function openAnswerOutbox(): Outbox {
  const outbox = createOutbox({
    store: createPendingAnswerStore(phoneStorage),
    send: ({ videoTitle, ageCategory, triviaId, answer, tappedAt }) =>
      callApi(
        answerQuestion,
        { params: { videoTitle, ageCategory }, body: { triviaId, answer } },
        {
          signal: AbortSignal.timeout(TIMEOUT_MS),
          // Stored values may be of any type.
          ...(typeof tappedAt === 'number' && {
            headers: { [TAP_HEADER]: formatTap({ tappedAt, sentAt: Date.now() }) },
          }),
        },
      ).catch(readMaintenanceAfterRefusal),
    currentStudentId: () => studentSession()?.studentId,
    schedule: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  addEventListener('online', () => outbox.retryNow())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') outbox.retryNow()
  })
  return outbox
}

const subscribe = (onChange: () => void) => getAnswerOutbox().subscribe(onChange)
const snapshot = () => getAnswerOutbox().snapshot()

/** Returns the answers that were added since the page loaded, with the progress of sending each. */
export function useTrackedAnswers(): readonly TrackedAnswer[] {
  return useSyncExternalStore(subscribe, snapshot)
}

/** Sends answers left over from earlier page loads once the student's attempts are known. */
export function useResumeOutbox(studentId: string, attempts: readonly ServerAttempt[] | undefined): void {
  useEffect(() => {
    if (attempts) getAnswerOutbox().resume(studentId, attempts)
  }, [studentId, attempts])
}

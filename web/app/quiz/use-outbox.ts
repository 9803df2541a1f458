import { useEffect, useSyncExternalStore } from 'react'
import { getAnswerOutbox } from './answer-outbox.ts'
import type { ServerAttempt, TrackedAnswer } from './outbox.ts'

/** The answers given on this phone and how far each has come. */
export function useTrackedAnswers(): readonly TrackedAnswer[] {
  return useSyncExternalStore(subscribe, snapshot)
}

/** Sends what an earlier page could not, as soon as it is known which attempts there are. */
export function useResumeOutbox(studentId: string, attempts: readonly ServerAttempt[] | undefined): void {
  useEffect(() => {
    if (attempts) getAnswerOutbox().resume(studentId, attempts)
  }, [studentId, attempts])
}

const subscribe = (onChange: () => void) => getAnswerOutbox().subscribe(onChange)
const snapshot = () => getAnswerOutbox().snapshot()

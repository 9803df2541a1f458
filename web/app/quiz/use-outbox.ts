import { useEffect, useSyncExternalStore } from 'react'
import { theOutbox } from './app-outbox.ts'
import type { KnownAttempt, Kept } from './outbox.ts'

/** The answers given on this phone and how far each has come. */
export function useKept(): readonly Kept[] {
  return useSyncExternalStore(subscribe, snapshot)
}

/** Sends what an earlier page could not, as soon as it is known which attempts there are. */
export function useSendKept(studentId: string, attempts: readonly KnownAttempt[] | undefined): void {
  useEffect(() => {
    if (attempts) theOutbox().resume(studentId, attempts)
  }, [studentId, attempts])
}

const subscribe = (onChange: () => void) => theOutbox().subscribe(onChange)
const snapshot = () => theOutbox().snapshot()

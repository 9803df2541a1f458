// Apart, so that a page without a quiz loads the outbox only when it has something to send.
import { theOutbox } from './app-outbox.ts'
import type { KnownAttempt } from './outbox.ts'

export function sendKept(studentId: string, attempts: readonly KnownAttempt[]): void {
  theOutbox().resume(studentId, attempts)
}

// Apart, so that a page without a quiz loads the outbox only when it has something to send.
import { getAnswerOutbox } from './answer-outbox.ts'
import type { ServerAttempt } from './outbox.ts'

export function resumeOutbox(studentId: string, attempts: readonly ServerAttempt[]): void {
  getAnswerOutbox().resume(studentId, attempts)
}

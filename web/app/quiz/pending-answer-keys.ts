// The storage keys of answers that are not sent yet. Kept small, because every student page checks for such answers.
import { listKeys, type KeyValueStorage } from '../api/browser-storage.ts'

const PREFIX = 'quizAnswer_'

/** Returns how the storage keys of one student's pending answers begin. */
export function pendingAnswerPrefix(studentId: string): string {
  return `${PREFIX}${studentId}_`
}

/** Whether this phone holds answers of a student that are still to be sent. */
export function hasPendingAnswers(storage: KeyValueStorage | undefined, studentId: string): boolean {
  return listKeys(storage).some((key) => key.startsWith(pendingAnswerPrefix(studentId)))
}

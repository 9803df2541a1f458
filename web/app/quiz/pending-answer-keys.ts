// The storage keys of answers that have not been sent yet. Kept small, because every student page checks for such
// answers.
import { listKeys, type KeyValueStorage } from '../api/browser-storage.ts'

const PREFIX = 'quizAnswer_'

/** Returns the prefix of the storage keys of one student's pending answers. */
export function pendingAnswerPrefix(studentId: string): string {
  return `${PREFIX}${studentId}_`
}

/** Returns whether answers of a student that have not been sent yet are stored on this phone. */
export function hasPendingAnswers(storage: KeyValueStorage | undefined, studentId: string): boolean {
  return listKeys(storage).some((key) => key.startsWith(pendingAnswerPrefix(studentId)))
}

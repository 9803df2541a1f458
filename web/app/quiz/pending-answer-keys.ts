// Under which keys unsent answers lie on the phone. Small, because every student page looks whether there are any.
import { listKeys, type KeyValueStorage } from '../api/browser-storage.ts'

const PREFIX = 'quizAnswer_'

/** What the keys of one student's answers begin with. */
export function pendingAnswerPrefix(studentId: string): string {
  return `${PREFIX}${studentId}_`
}

/** Whether answers of a student wait on this phone to be sent. */
export function hasPendingAnswers(storage: KeyValueStorage | undefined, studentId: string): boolean {
  return listKeys(storage).some((key) => key.startsWith(pendingAnswerPrefix(studentId)))
}

// Under which keys unsent answers lie on the phone. Small, because every student page looks whether there are any.
import { keysOf, type Storing } from '../api/phone-storage.ts'

const PREFIX = 'quizAnswer_'

/** What the keys of one student's answers begin with. */
export function prefixOf(studentId: string): string {
  return `${PREFIX}${studentId}_`
}

/** Whether answers of a student wait on this phone to be sent. */
export function hasKept(storage: Storing | undefined, studentId: string): boolean {
  return keysOf(storage).some((key) => key.startsWith(prefixOf(studentId)))
}

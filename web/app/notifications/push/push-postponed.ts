// Remembers on this phone that a student does not want to be asked about push notifications now.
import { browserStorage } from '../../api/browser-storage.ts'

const PAUSE_MS = 30 * 24 * 3_600_000
const toKey = (studentId: string) => `pushPostponed_${studentId}`

/** Notes that the student said "Not now". */
export function postponePush(studentId: string, now: Date): void {
  try {
    browserStorage()?.setItem(toKey(studentId), now.toISOString())
  } catch {
    // A full storage: the student is asked again after the next quiz.
  }
}

/** Whether the student said "Not now" in the last 30 days. */
export function isPushPostponed(studentId: string, now: Date): boolean {
  const at = Date.parse(browserStorage()?.getItem(toKey(studentId)) ?? '')
  return now.getTime() - at < PAUSE_MS
}

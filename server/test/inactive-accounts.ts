import { eq } from 'drizzle-orm'
import { students } from '../src/accounts/tables.ts'
import { clockState } from '../src/platform/database/tables.ts'
import { makeStudent, type MadeStudent } from './factories.ts'
import type { TestApp } from './harness.ts'

/** The day the students in these tests were last active. */
export const LAST_ACTIVE = new Date('2027-03-10T08:00:00Z')
/** The days of the two mails and the erasure; a mail is handed over a moment after the job has queued it. */
export const FIRST_DAY = new Date('2029-02-08T08:00:00Z')
export const LAST_DAY = new Date('2029-03-03T08:30:00Z')
export const ERASE_DAY = new Date('2029-03-10T09:00:00Z')

/** Moves to a time just after servers were running, so that the date is not doubtful. */
export async function moveTo(t: TestApp, now: Date): Promise<void> {
  t.app.clock.set(now)
  await t.app.db.update(clockState).set({ heldSince: null, seenAt: now })
}

/** Creates a student who was last active at that instant. */
export async function makeInactiveStudent(t: TestApp): Promise<MadeStudent> {
  const student = await makeStudent(t)
  await t.app.db.update(students).set({ lastActiveAt: LAST_ACTIVE }).where(eq(students.id, student.id))
  return student
}

import { eq } from 'drizzle-orm'
import { students } from '../src/accounts/tables.ts'
import { makeStudent, type MadeStudent } from './factories.ts'
import type { TestApp } from './harness.ts'

let made = 0

/** Returns a Nigerian mobile number that no other call returns. */
export const newNumber = (): string => `+234803${String((made += 1)).padStart(7, '5')}`

/** Takes away a student's email, and stores a proved number in its place; null for a student who has neither. */
export async function replaceEmail(t: TestApp, { id }: MadeStudent, provedNumber: string | null): Promise<void> {
  const numberProvedAt = provedNumber === null ? null : t.app.clock.now()
  await t.app.db
    .update(students)
    .set({ email: null, emailKey: null, addressHash: null, provedNumber, numberProvedAt })
    .where(eq(students.id, id))
}

/** Creates a logged-in student without an email, who has proved a number. */
export async function makePhoneStudent(t: TestApp): Promise<MadeStudent & { number: string }> {
  const [student, number] = [await makeStudent(t), newNumber()]
  await replaceEmail(t, student, number)
  return { ...student, number }
}

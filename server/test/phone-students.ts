// Students with a proved phone number.
import { eq } from 'drizzle-orm'
import { students } from '../src/accounts/tables.ts'
import { makeStudent, type MadeStudent } from './factories.ts'
import type { TestApp } from './harness.ts'

let numbers = 0
/** Returns a Nigerian mobile number in E.164 that no other test of the file has used. */
export function newNumber(): string {
  numbers += 1
  // Each is in a range of its own: a range gets no more codes if many of them are not entered.
  return `+23480${30_000_000 + numbers * 10_001}`
}

/** Returns what reads the texts that an app's sandbox has received. */
export function textsOf(t: TestApp) {
  return {
    /** Waits until a number has `count` messages that contain a text, and returns them all, newest first. */
    texts: async (to: string, contains: string, count = 1) =>
      (await t.texts(to, contains, count)).map(({ text }) => text),
    /** Returns the number of messages that a number has received so far. */
    count: (to: string) => t.sandbox.phones.messages(to).length,
  }
}

export type PhoneStudent = MadeStudent & { number: string }

/** Creates a student whose number is proved. @param options.hasEmail whether there is an email too */
export async function makePhoneStudent(
  t: TestApp,
  { hasEmail = false, number = newNumber() }: { hasEmail?: boolean; number?: string } = {},
): Promise<PhoneStudent> {
  const student = await makeStudent(t)
  await t.app.db
    .update(students)
    .set({
      provedNumber: number,
      numberProvedAt: t.app.clock.now(),
      ...(hasEmail ? {} : { email: null, emailKey: null }),
    })
    .where(eq(students.id, student.id))
  return { ...student, number }
}

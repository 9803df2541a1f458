// Stores whether a student wants to see neighbours and movement on the leaderboard. Nothing else depends on it.
import { eq } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'

/** Returns whether a student hides neighbours and movement. */
export async function readHidesMovement(app: App, studentId: string): Promise<boolean> {
  const [row] = await app.db
    .select({ hidesMovement: students.hidesMovement })
    .from(students)
    .where(eq(students.id, studentId))
  return row?.hidesMovement ?? false
}

/** Hides neighbours and movement from a student, or shows them again. */
export async function hideMovement(app: App, studentId: string, hidesMovement: boolean): Promise<void> {
  await app.db.update(students).set({ hidesMovement }).where(eq(students.id, studentId))
}

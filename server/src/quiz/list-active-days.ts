import { sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { attempts } from './tables.ts'
import { practiceAnswers } from './streak-tables.ts'

/** Returns the days, in Lagos, on which a student did something that counts for the streak: started a quiz, or practised. */
export async function listActiveDays(app: App, studentId: string): Promise<string[]> {
  const { rows } = await app.db.execute<{ day: string }>(sql`
    select (${attempts.startedAt} at time zone 'Africa/Lagos')::date::text as day from ${attempts}
    where ${attempts.studentId} = ${studentId} and ${attempts.resetAt} is null
    union
    select ${practiceAnswers.day}::text as day from ${practiceAnswers}
    where ${practiceAnswers.studentId} = ${studentId}`)
  return rows.map(({ day }) => day)
}

// The days that count for streaks.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { inArray, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db } from '../platform/database/database.ts'
import { countStreakDays } from './streak-rules.ts'
import { practiceAnswers, streakPauses } from './streak-tables.ts'
import { attempts } from './tables.ts'

/** Returns the Lagos dates on which students did something that counts for the streak: started a quiz, or practised. */
export async function listActiveDays(db: Db, studentIds: readonly string[]): Promise<Map<string, string[]>> {
  const ids = sql`any(${sql.param(studentIds)}::uuid[])`
  const { rows } = await db.execute<{ id: string; days: string[] }>(sql`
    select student_id as id, array_agg(day::text) as days from (
      select ${attempts.studentId}, (${attempts.startedAt} at time zone 'Africa/Lagos')::date as day from ${attempts}
      where ${attempts.studentId} = ${ids} and ${attempts.resetAt} is null
      union
      select ${practiceAnswers.studentId}, ${practiceAnswers.day} as day from ${practiceAnswers}
      where ${practiceAnswers.studentId} = ${ids}
    ) as active group by student_id`)
  return new Map(rows.map(({ id, days }) => [id, days]))
}

/** Returns the length in days of each student's streak, by student id. */
export async function countStreaks(app: App, studentIds: readonly string[]): Promise<Map<string, number>> {
  const days = await listActiveDays(app.db, studentIds)
  const pauses = await app.db
    .select({ id: streakPauses.studentId, from: streakPauses.firstDay, to: streakPauses.lastDay })
    .from(streakPauses)
    .where(inArray(streakPauses.studentId, [...studentIds]))
  const today = lagosDate(app.clock.now())
  return new Map(
    [...days].map(([studentId, active]) => {
      const own = pauses.filter(({ id }) => id === studentId)
      return [studentId, countStreakDays(active, today, own)]
    }),
  )
}

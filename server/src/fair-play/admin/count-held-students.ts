import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'

/**
 * Counts the held students in each age category as the list shows them: those waiting for an answer to an appeal (`appeals`),
 * and those waiting only for a decision (`holds`).
 */
export async function countHeldStudents(
  app: App,
  kind: 'appeals' | 'holds',
): Promise<{ ageCategory: AgeCategory; count: number }[]> {
  const hasAppeal = sql`exists (
    select from fair_play_appeals where student_id = students.id and answered_at is null)`
  const { rows } = await app.db.execute<{ ageCategory: AgeCategory; count: number }>(sql`
    select standings.age_category as "ageCategory", count(*)::integer as count
    from students join standings on standings.student_id = students.id
    where students.held_at is not null and students.erased_at is null
      and ${kind === 'appeals' ? hasAppeal : sql`not ${hasAppeal}`}
    group by standings.age_category order by standings.age_category desc`)
  return rows
}

// On the birthday that leaves a category, the old standing leaves its board; score and history stay (decisions 2).
import { sql } from 'drizzle-orm'
import { lagosDate } from '@baobab/contract/age.ts'
import type { App } from '../app.ts'
import { leaveBoard } from './leave-board.ts'

/** Takes off every standing whose student is no longer of its category. Answers how many. */
export async function retireStandings(app: App): Promise<number> {
  // age() puts the birthday of 29 February on 1 March in common years, as ageAt() does.
  const age = sql`extract(year from age(${lagosDate(app.clock.now())}::date, students.birth))`
  const which = sql`case standings.age_category
    when '5-10' then ${age} not between 5 and 10 else ${age} not between 11 and 20 end`
  return leaveBoard(app, app.db, { reason: 'left-category', which })
}

// Closes past weeks: stores each student's points and what they bring. Safe to repeat, on any number of servers at once.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { addDays, mondayOf } from '@baobab/contract/kernel/days.ts'
import { LEAGUE_WEEKS } from '@baobab/contract/leagues/text.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { judgeWeek } from './rules.ts'
import { inLeague, readStandings, startOfWeek, type League } from './standings.ts'

/** An answer from a week's last second may be committed up to this much later, because a statement may take five seconds. */
const LATE_MS = 10_000
const BATCH_SIZE = 1_000

/** The Monday of the current week, and whether all points of the week before are known. */
export function readWeek(app: Pick<App, 'clock'>): { monday: string; isLastWeekOver: boolean } {
  const now = app.clock.now()
  const monday = mondayOf(lagosDate(now))
  return { monday, isLastWeekOver: now.getTime() >= startOfWeek(monday).getTime() + LATE_MS }
}

/** Closes the week of a league. The caller has made sure that it is over. */
export async function closeLeague(tx: Tx, league: League): Promise<void> {
  // Another server that closes the same league waits here, and then finds it closed.
  await tx.execute(sql`select from league_members where ${inLeague(league)} order by student_id for update`)
  const standings = await readStandings(tx, league)
  const points = standings.map((standing) => standing.points)
  await tx.execute(sql`
    update league_members set points = earned, position = place, outcome = brought
    from unnest(
      ${sql.param(standings.map(({ student_id }) => student_id))}::uuid[],
      ${sql.param(points)}::integer[],
      ${sql.param(judgeWeek(points, league.tier))}::text[]
    ) with ordinality as result (id, earned, brought, place)
    where student_id = result.id and ${inLeague(league)}`)
  // The remaining members are disqualified, but may be restored later.
  await tx.execute(sql`update league_members set points = 0, outcome = 'stays' where ${inLeague(league)}`)
}

/**
 * Closes all leagues of past weeks, even after an outage of several weeks, and deletes old ones. If a league cannot be closed,
 * closes the others and then throws, so that the job counts as failed.
 */
export async function closeWeeks(app: Pick<App, 'clock' | 'separate' | 'log'>): Promise<void> {
  const { monday, isLastWeekOver } = readWeek(app)
  if (!isLastWeekOver) return
  const { db } = app.separate.slow
  const failures: unknown[] = []
  for (;;) {
    const { rows } = await db.execute<Omit<League, 'ageCategory'> & { age_category: League['ageCategory'] }>(sql`
      select distinct monday, age_category, tier, band, number from league_members
      where outcome is null and monday < ${monday}
      order by monday, age_category, tier, band, number limit ${BATCH_SIZE} offset ${failures.length}`)
    for (const { age_category: ageCategory, ...league } of rows) {
      try {
        await db.transaction((tx) => closeLeague(tx, { ...league, ageCategory }))
      } catch (error) {
        failures.push(error)
        app.log.error({ err: error, ...league, ageCategory }, 'a league could not be closed')
      }
    }
    if (rows.length < BATCH_SIZE) break
  }
  const oldest = addDays(monday, -7 * LEAGUE_WEEKS)
  let deleted: number | null
  do {
    ;({ rowCount: deleted } = await db.execute(sql`
      delete from league_members where ctid = any (array(
        select ctid from league_members where monday < ${oldest} limit ${BATCH_SIZE}))`))
  } while (deleted === BATCH_SIZE)
  if (failures.length > 0) throw failures[0]
}

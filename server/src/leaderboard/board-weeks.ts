// Past weeks' boards, stored as the number of entries per score, and a student's rank last Monday.
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { ageCategories, lagosDate, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { mondayOf, startOfLagosDay } from '@baobab/contract/kernel/days.ts'
import type { App } from '../platform/app.ts'
import type { Db } from '../platform/database/database.ts'
import { boardWeeks, pointsLedger } from './tables.ts'

const thisMonday = (app: App) => mondayOf(lagosDate(app.clock.now()))

// Takes the current counts and undoes every change since Monday. So they are the counts of Monday 00:00 whenever this runs, and
// match the ledger's scores for that time. A single statement, so that table and ledger are read in one snapshot.
const RECORD_WEEK = `
insert into board_weeks (monday, age_category, counts)
select $1::date, $2::text, coalesce(jsonb_object_agg(score, entries), '{}') from (
  select score, sum(entries) as entries from (
    select score, count(*) as entries from standings where age_category = $2 and stands group by 1
    union all select score_after - delta, count(*) from standing_changes
      where at >= $3::timestamptz and age_category = $2 and stood group by 1
    union all select score_after, -count(*) from standing_changes
      where at >= $3::timestamptz and age_category = $2 and stands group by 1
  ) as changes group by 1 having sum(entries) > 0
) as scores
on conflict do nothing`

/** Stores the boards as they were at the start of this week, once per week. */
export async function recordBoardWeek(app: App): Promise<void> {
  const monday = thisMonday(app)
  const known = await app.db
    .select({ ageCategory: boardWeeks.ageCategory })
    .from(boardWeeks)
    .where(eq(boardWeeks.monday, monday))
  for (const category of ageCategories) {
    if (known.some(({ ageCategory }) => ageCategory === category)) continue
    // Reads all entries, which may take longer than a request is allowed to.
    await app.separate.slow.pool.query(RECORD_WEEK, [monday, category, startOfLagosDay(monday)])
  }
}

/** Returns the score that an entry had at a time; undefined if it did not exist or was not listed. */
export async function readScoreAt(db: Db, entryId: string, at: Date): Promise<number | undefined> {
  const [line] = await db
    .select({ score: pointsLedger.scoreAfter, isListed: pointsLedger.isListed })
    .from(pointsLedger)
    .where(and(eq(pointsLedger.entryId, entryId), lt(pointsLedger.at, at)))
    .orderBy(desc(pointsLedger.seq))
    .limit(1)
  return line?.isListed ? line.score : undefined
}

/** Returns an entry's rank at the start of this week; null if there is nothing to compare with. */
export async function readRankOnMonday(app: App, entryId: string, category: AgeCategory): Promise<number | null> {
  const monday = thisMonday(app)
  const score = await readScoreAt(app.db, entryId, startOfLagosDay(monday))
  if (score === undefined) return null
  const above = sql<number>`(select coalesce(sum(entries::integer), 0)::integer
    from jsonb_each_text(${boardWeeks.counts}) as scores (score, entries) where scores.score::integer > ${score})`
  const [week] = await app.db
    .select({ above })
    .from(boardWeeks)
    .where(and(eq(boardWeeks.monday, monday), eq(boardWeeks.ageCategory, category)))
  return week ? week.above + 1 : null
}

// Puts students who play into a league of the week.
import { ageCategoryAt } from '@baobab/contract/accounts/rules.ts'
import { leagueTiers, type LeagueTier } from '@baobab/contract/leagues/text.ts'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { readScore } from '../leaderboard/queries.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { closeLeague, readWeek } from './close-weeks.ts'
import { bandOf, bands, chooseLeague, tierAfter, type OpenLeague } from './rules.ts'
import { startOfWeek, type League } from './standings.ts'
import { leagueMembers } from './tables.ts'

type Member = typeof leagueMembers.$inferSelect

/** Returns a student's last league before a week. */
export async function findLastLeague(db: Db | Tx, studentId: string, monday: string): Promise<Member | undefined> {
  const [row] = await db
    .select()
    .from(leagueMembers)
    .where(and(eq(leagueMembers.studentId, studentId), lt(leagueMembers.monday, monday)))
    .orderBy(desc(leagueMembers.monday))
    .limit(1)
  return row
}

/** Returns the tier in which a student is after their last league; that league is still open only in the week's first seconds. */
export function findTier(last: Pick<Member, 'tier' | 'outcome'> | undefined): LeagueTier {
  return last ? tierAfter(last.tier, last.outcome ?? 'stays') : leagueTiers[0]
}

/** Returns whether a student has answered a question this week, in a quiz that counts or in practice. */
async function hasPlayed(db: Db | Tx, studentId: string, monday: string): Promise<boolean> {
  const from = startOfWeek(monday).toISOString()
  const { rows } = await db.execute(sql`
    select where exists (
      select from attempts join answers on answers.attempt_id = attempts.id and answers.student_id = attempts.student_id
      where attempts.student_id = ${studentId} and reset_at is null
        -- The deadline is after each answer, so that only the attempts of this week are joined.
        and deadline >= ${from}::timestamptz - interval '1 minute' and answers.answered_at >= ${from}::timestamptz
    ) or exists (select from practice_answers where student_id = ${studentId} and day >= ${monday})`)
  return rows.length > 0
}

/**
 * Puts a student who has answered a question this week into a league, unless they are in one. Students join the leagues of a tier
 * one at a time. While another student is joining, this does nothing, so that nobody waits while holding a connection; the next
 * load tries again.
 */
export async function joinLeague(app: App, who: { id: string; birth: string }): Promise<void> {
  const { monday, isLastWeekOver } = readWeek(app)
  const ageCategory = ageCategoryAt(who.birth, app.clock.now())
  if (!ageCategory || !isLastWeekOver || !(await hasPlayed(app.db, who.id, monday))) return
  await app.db.transaction(async (tx) => {
    // Locks the row, so that a student who is erased or disqualified at this moment does not join afterwards.
    const { rowCount } = await tx.execute(sql`
      select from students where id = ${who.id} and erased_at is null and disqualified_at is null for share`)
    if (!rowCount) return
    const last = await findLastLeague(tx, who.id, monday)
    if (last?.outcome === null) await closeLeague(tx, last)
    const tier = findTier(last?.outcome === null ? await findLastLeague(tx, who.id, monday) : last)
    const band = bandOf(await readScore(tx, who.id, ageCategory))
    const { rows } = await tx.execute<{ isFirst: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext(${`league ${monday} ${ageCategory} ${tier}`})) as "isFirst"`,
    )
    if (!rows[0]?.isFirst) return
    const chosen = chooseLeague(await listOpenLeagues(tx, { monday, ageCategory, tier }), band)
    await tx
      .insert(leagueMembers)
      .values({ studentId: who.id, monday, ageCategory, tier, ...chosen, joinedAt: app.clock.now() })
      .onConflictDoNothing()
  })
}

/** Lists the last league of each band, with its size, by a few index rows for each band. */
async function listOpenLeagues(
  tx: Tx,
  { monday, ageCategory, tier }: Pick<League, 'monday' | 'ageCategory' | 'tier'>,
): Promise<OpenLeague[]> {
  const ofTier = sql`monday = ${monday} and age_category = ${ageCategory} and tier = ${tier} and outcome is null`
  const { rows } = await tx.execute<OpenLeague>(sql`
    select bands.band, last.number, size.size
    from unnest(${sql.param([...bands])}::integer[]) as bands (band)
    cross join lateral (
      select number from league_members where ${ofTier} and band = bands.band order by number desc limit 1
    ) as last
    cross join lateral (
      select count(*)::integer as size from league_members
      where ${ofTier} and band = bands.band and number = last.number
    ) as size`)
  return rows
}

// Counts the points of a league's week from the ledger.
import { startOfLagosDay, addDays } from '@baobab/contract/kernel/days.ts'
import type { LeagueTier } from '@baobab/contract/leagues/text.ts'
import type { Avatar } from '@baobab/contract/profile/text.ts'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../platform/database/database.ts'

/** What identifies a league. */
export type League = { monday: string; ageCategory: AgeCategory; tier: LeagueTier; band: number; number: number }

/** Selects the members of a league whose week is not closed. */
export const inLeague = ({ monday, ageCategory, tier, band, number }: League): SQL =>
  sql`league_members.monday = ${monday} and league_members.age_category = ${ageCategory} and league_members.tier = ${tier}
    and league_members.band = ${band} and league_members.number = ${number} and league_members.outcome is null`

export const startOfWeek = (monday: string): Date => startOfLagosDay(monday)
export const endOfWeek = (monday: string): Date => startOfLagosDay(addDays(monday, 7))

export type LeagueStanding = {
  student_id: string
  username: string
  avatar: Avatar | null
  is_avatar_public: boolean
  points: number
}

/**
 * Reads a league in order: by points, then by who reached them first, then by who joined first. Erased and disqualified students
 * are left out. Points are those of answers given in the week, in any age category, including key corrections since. An
 * attempt that an admin reset counts nothing, because its questions can be answered again. Rows that are not about a question,
 * such as an admin's adjustment, do not count.
 */
export async function readStandings(db: Db | Tx, league: League): Promise<LeagueStanding[]> {
  const [from, until] = [startOfWeek(league.monday), endOfWeek(league.monday)].map((at) => at.toISOString())
  const answeredAt = sql`coalesce(line.answered_at, line.at)`
  const { rows } = await db.execute<LeagueStanding>(sql`
    with members as materialized (
      select student_id, joined_at, username, avatar, is_avatar_public
      from league_members join students on students.id = student_id
      where ${inLeague(league)} and erased_at is null and disqualified_at is null
    ), attempts_of_week as (
      select members.student_id, line.attempt_id,
        sum(line.delta) filter (where ${answeredAt} >= ${from}::timestamptz and ${answeredAt} < ${until}::timestamptz) as points,
        max(${answeredAt}) filter (where line.delta > 0) as reached_at
      from members
      join standings on standings.student_id = members.student_id
      -- A line is never earlier than its answer.
      join standing_changes as line on line.standing_id = standings.id and line.at >= ${from}::timestamptz
      group by members.student_id, line.attempt_id
      having bool_and(line.question_id is not null)
    ), earned as (
      select student_id, sum(points)::integer as points, max(reached_at) filter (where points > 0) as reached_at
      from attempts_of_week group by student_id
    )
    select members.student_id, username, avatar, is_avatar_public, greatest(coalesce(points, 0), 0) as points
    from members left join earned on earned.student_id = members.student_id
    order by greatest(coalesce(points, 0), 0) desc, reached_at, joined_at, members.student_id`)
  return rows
}

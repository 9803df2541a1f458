import { lagosDate, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { sql } from 'drizzle-orm'
import { isInCategoryOn } from '../leaderboard/remove-outgrown-entries.ts'
import { reachedAtSql } from '../leaderboard/reached-at.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { grantsAccessSql } from '../payments/queries.ts'

/** A board entry as it was when a month closed. */
export type BoardEntry = {
  ageCategory: AgeCategory
  /** From 1, without ties. */
  position: number
  studentId: string
  username: string
  points: number
  reachedAt: Date
  /** Whether a payment made by the close is known by now. */
  isPaid: boolean
  /** Since the close, so that the position is not passed on to the next student. */
  isDisqualified: boolean
  /** How many entries the whole board has, including those below the cut. */
  boardSize: number
}

type Row = Omit<BoardEntry, 'reachedAt'> & { reachedAt: string }

/**
 * The day on which a student with this date of birth leaves the category. Someone born on 29 February has a birthday on 1 March.
 */
const leavesOn = sql`(corrected.birth + (to_char(corrected.birth, 'MMDD') = '0229')::integer
  + case age_category when '5-10' then interval '11 years' else interval '21 years' end)::date`

/**
 * Reads both boards as they were at a given time: up to the cut and one position more. The points are today's minus the
 * ledger's later rows, so that answers, resets and corrections after the close change nothing. A date of birth corrected since
 * does not move a student either, even if a list is made late or again. A student disqualified since
 * keeps the position, so that nobody moves up; an erased one does not. Run it in a transaction with a single snapshot.
 */
export async function readBoards(db: Db | Tx, closesAt: Date): Promise<BoardEntry[]> {
  const close = sql`${closesAt.toISOString()}::timestamptz`
  const day = sql`${lagosDate(closesAt)}::date`
  const { rows } = await db.execute<Row>(sql`
    with later as materialized (
      select standing_id, sum(delta) as points, bool_or(reason = 'first-answer') as is_new
      from standing_changes where at > ${close} group by standing_id
    ), corrected as materialized (
      select distinct on (student_id) student_id, old_value::date as birth from student_corrections
      where field = 'birth' and at > ${close} order by student_id, at, id
    ), entries as (
      select standings.id, student_id, age_category, score, reached_at,
        case when corrected.birth is null then leaves_on else ${leavesOn} end as leaves_on
      from standings left join corrected using (student_id)
    ), boards as (
      select entry.id, entry.student_id, students.username, students.disqualified_at is not null as is_disqualified,
        entry.age_category, entry.score - coalesce(later.points, 0) as points,
        case when later.standing_id is null then entry.reached_at else ${reachedAtSql(sql`entry.id`, { until: close })} end
          as reached_at
      from entries as entry
      join students on students.id = entry.student_id
      left join later on later.standing_id = entry.id
      where students.erased_at is null and (students.disqualified_at is null or students.disqualified_at > ${close})
        and later.is_new is not true
        and ${isInCategoryOn(day)}
    ), places as (
      select *, row_number() over (partition by age_category order by points desc, reached_at, id)::int as place,
        count(*) over (partition by age_category)::int as board_size
      from boards
    )
    select age_category as "ageCategory", place as "position", student_id as "studentId", username, points::int as points,
      reached_at as "reachedAt", is_disqualified as "isDisqualified", board_size as "boardSize",
      exists (select from payments where payments.student_id = places.student_id
        and ${grantsAccessSql(sql`payments`)} and payments.paid_at <= ${close}) as "isPaid"
    from places where place <= ${LEADERBOARD_SIZE + 1}
    order by age_category, place`)
  return rows.map((row) => ({ ...row, reachedAt: new Date(row.reachedAt) }))
}

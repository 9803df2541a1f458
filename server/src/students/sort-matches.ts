// Reads a page by finding all matches and sorting them, which is fast if there are few. The query itself counts them, because the
// planner's estimate can be wrong by a factor of a thousand: it has no statistics about parts of names.
import { sql, type SQL } from 'drizzle-orm'
import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import type { StudentSort } from '@baobab/contract/students/endpoints.ts'
import { isBornWithin, buildWhere, type ResolvedSelection } from './conditions.ts'
import { buildSorting } from './orders.ts'
import type { Position } from './cursors.ts'
import type { StudentOrder } from './rules.ts'

/**
 * Up to this many matches are sorted; above it, scanning the index is about as fast. The limit is higher by username, because names
 * with a common part are adjacent in the index, and a scan may take long to reach them.
 */
export const MAX_SORTED: Record<StudentSort, number> = {
  username: 10_000,
  joined: 5_000,
  school: 5_000,
  ageCategory: 5_000,
  score: 6_000,
}

/** Selects the first ten of a leaderboard, or of both together if no category was chosen. */
export function selectTop10({ selection: { ageCategory }, births }: ResolvedSelection): SQL {
  if (ageCategory === 'none') return sql`select null::uuid as id`
  const order = sql`order by score desc, reached_at, entry limit 10`
  const boards = (ageCategory ? [ageCategory] : ageCategories).map(
    (category) => sql`(select s.id, st.score, st.reached_at, st.id as entry
      from standings st join students s on s.id = st.student_id
      where st.stands and st.age_category = ${category} and ${isBornWithin(births[category])} ${order})`,
  )
  return sql`select id from (${sql.join(boards, sql` union all `)}) as top ${order}`
}

function selectMatches(resolved: ResolvedSelection, limit: number): SQL {
  const columns = sql`select s.id, s.username_key, s.created_at, s.birth, s.school from students s`
  const where = buildWhere(resolved, 'index')
  if (resolved.selection.filter === 'top-10')
    return sql`${columns} where s.id in (${selectTop10(resolved)}) and ${where}`
  return sql`${columns} where ${where} limit ${limit + 1}`
}

/** Selects one row: the number of matches, at most `MAX_SORTED` + 1, and the page; null if there are more than `MAX_SORTED`. */
export function sortMatches(
  resolved: ResolvedSelection,
  order: StudentOrder,
  from: Position | undefined,
  limit: number,
): SQL {
  const few = MAX_SORTED[order.sort]
  const { join, position, by, after } = buildSorting(resolved, order)
  const scanUnanswered = from ? sql`where ${after(from)}` : sql``
  return sql`with candidate as materialized (${selectMatches(resolved, few)}),
    counted as materialized (select count(*)::integer as found from candidate)
    select found, case when found <= ${few} then (
      select coalesce(json_agg(json_build_object('id', id, 'position', position)), '[]') from (
        select s.id, ${position} as position from candidate s ${join} ${scanUnanswered} order by ${by} limit ${limit}
      ) as page
    ) end as page from counted`
}

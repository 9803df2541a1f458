// Reading a page by finding all who fit and sorting them: right where few do. How many that is, is found on the way:
// an estimate of the planner may be wrong by a thousand times, for it knows next to nothing of the insides of names.
import { sql, type SQL } from 'drizzle-orm'
import type { StudentSort } from '@baobab/contract/students.ts'
import { isBornWithin, buildWhere, type ResolvedSelection } from './conditions.ts'
import { buildSorting } from './orders.ts'
import type { Position } from './cursors.ts'
import type { Order } from './rules.ts'

/**
 * So many are few: sorting them takes about as long as a walk would where more fit. By name more are, because names
 * with a part in common stand together, and a walk to them may be long.
 */
export const MAX_SORTED: Record<StudentSort, number> = {
  username: 10_000,
  joined: 5_000,
  school: 5_000,
  ageCategory: 5_000,
  score: 6_000,
}

/** The ten who lead a board. */
function leaders({ selection, births }: ResolvedSelection): SQL {
  const category = selection.ageCategory ?? '11-20'
  if (category === 'none') return sql`select null::uuid as id`
  return sql`select s.id from standings st join students s on s.id = st.student_id
    where st.stands and st.age_category = ${category} and ${isBornWithin(births[category])}
    order by st.score desc, st.reached_at, st.id limit 10`
}

function candidates(chosen: ResolvedSelection, most: number): SQL {
  const columns = sql`select s.id, s.username_key, s.created_at, s.birth, s.school from students s`
  const where = buildWhere(chosen, 'index')
  if (chosen.selection.filter === 'top-10') return sql`${columns} where s.id in (${leaders(chosen)}) and ${where}`
  return sql`${columns} where ${where} limit ${most + 1}`
}

/** One row: how many fit, one more than `FEW` at most, and the page of them; null where they are not few. */
export function sortMatches(chosen: ResolvedSelection, order: Order, from: Position | undefined, most: number): SQL {
  const few = MAX_SORTED[order.sort]
  const { join, place, by, after } = buildSorting(chosen, order)
  const rest = from ? sql`where ${after(from)}` : sql``
  return sql`with candidate as materialized (${candidates(chosen, few)}),
    counted as materialized (select count(*)::integer as found from candidate)
    select found, case when found <= ${few} then (
      select coalesce(json_agg(json_build_object('id', id, 'place', place)), '[]') from (
        select s.id, ${place} as place from candidate s ${join} ${rest} order by ${by} limit ${most}
      ) as page
    ) end as page from counted`
}

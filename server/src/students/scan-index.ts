// Reading a page by walking an index in its order: right where many fit, for then the next ones are never far. A list
// is one stretch of an index or several, walked one after the other until the page is full.
import { sql, type SQL } from 'drizzle-orm'
import { categoryOf, isBornWithin, name, buildWhere, type ResolvedSelection } from './conditions.ts'
import { afterScore, byScore, isAfter, orderByKeys, positionSql, singleDirectionOrders } from './orders.ts'
import type { Position } from './cursors.ts'
import { ages, listAges, type Age, type Order } from './rules.ts'

/** The query of a stretch for at most so many rows `id, place`. */
export type IndexScan = (most: number) => SQL

/** The stretches of a list from a place on. */
export function indexScans(
  chosen: ResolvedSelection,
  { sort, isDescending }: Order,
  from: Position | undefined,
): IndexScan[] {
  const where = buildWhere(chosen, 'row')
  if (sort === 'ageCategory') return byAge(chosen, where, isDescending, from)
  if (sort === 'score')
    return [...(from?.[0] === 'rest' ? [] : [placed(chosen, where, isDescending, from)]), rest(chosen, where, from)]
  const { keys, values } = singleDirectionOrders[sort]
  const after = from ? sql`and ${isAfter(keys, values(from), isDescending)}` : sql``
  return [
    (most) => sql`select s.id, ${positionSql[sort]} as place from students s where ${where} ${after}
      order by ${orderByKeys(keys, isDescending)} limit ${most}`,
  ]
}

/** Age by age; in each the dates of birth are one stretch of their index. */
function byAge(chosen: ResolvedSelection, where: SQL, isDescending: boolean, from: Position | undefined): IndexScan[] {
  const keys = [sql`s.birth`, name]
  const chosenAges = ages.filter((age) => listAges(chosen.selection.ageCategory).includes(age))
  const ordered = isDescending ? chosenAges.toReversed() : chosenAges
  const begin = from ? ordered.findIndex((age) => age === from[0]) : 0
  const stretch = (age: Age): IndexScan => {
    const after =
      from?.[0] === age ? sql`and ${isAfter(keys, [sql`${from[1]}::date`, sql`${from[2]}`], !isDescending)}` : sql``
    return (most) => sql`select s.id, array[${age}::text, s.birth::text, s.username_key] as place from students s
      where ${where} and ${isBornWithin(chosen.births[age])} ${after} order by ${orderByKeys(keys, !isDescending)} limit ${most}`
  }
  return begin < 0 ? [] : ordered.slice(begin).map(stretch)
}

/**
 * Those who have answered: both boards are walked, and those who stand on none because they are disqualified are put
 * among them. They are few, so they are sorted.
 */
function placed(chosen: ResolvedSelection, where: SQL, isDescending: boolean, from: Position | undefined): IndexScan {
  const after = from && afterScore(from, isDescending)
  const parts = after ? [after.same, after.beyond] : [sql`true`]
  const order = byScore(isDescending)
  const columns = sql`select s.id, st.score, st.reached_at, st.id as standing, ${positionSql.score} as place`
  const boards = listAges(chosen.selection.ageCategory).filter((age) => age === '5-10' || age === '11-20')
  return (most) => {
    const walked = boards.flatMap((category) =>
      parts.map(
        (part) => sql`(${columns} from standings st join students s on s.id = st.student_id
          where st.stands and st.age_category = ${category} and ${isBornWithin(chosen.births[category])} and ${part} and ${where}
          order by ${order} limit ${most})`,
      ),
    )
    const offBoard = sql`(${columns} from students s join standings st on st.student_id = s.id
      where s.disqualified_at is not null and not st.stands and st.age_category = ${categoryOf(chosen)}
      and (${sql.join(parts, sql` or `)}) and ${where} order by ${order} limit ${most})`
    const union = sql.join([...walked, offBoard], sql` union all `)
    const merged = sql.raw(isDescending ? 'score desc, reached_at, standing' : 'score, reached_at desc, standing desc')
    return sql`select id, place from (${union}) as together order by ${merged} limit ${most}`
  }
}

/** Those who have not answered in today's category, by name. */
function rest(chosen: ResolvedSelection, where: SQL, from: Position | undefined): IndexScan {
  const after = from?.[0] === 'rest' ? sql`and ${name} > ${from[1]}` : sql``
  return (most) => sql`select s.id, array['rest', s.username_key] as place from students s
    where ${where} ${after} and not exists (
      select from standings st where st.student_id = s.id and st.age_category = ${categoryOf(chosen)})
    order by ${name} limit ${most}`
}

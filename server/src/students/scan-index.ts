// Reads a page by scanning an index in its order, which is fast if many students match, because the next match is never far away. A
// list is one or more scans, which run one after another until the page is full.
import { sql, type SQL } from 'drizzle-orm'
import { categorySql, isBornWithin, usernameKey, buildWhere, type ResolvedSelection } from './conditions.ts'
import { rowsAfterScore, orderByScore, isAfter, orderByKeys, positionSql, singleDirectionOrders } from './orders.ts'
import type { Position } from './cursors.ts'
import { ages, listAges, type Age, type StudentOrder } from './rules.ts'

/** Builds the query for a scan that returns at most `limit` rows (id, position). */
type IndexScan = (limit: number) => SQL

/** Returns the scans that read a list from a position on. */
export function listIndexScans(
  resolved: ResolvedSelection,
  { sort, isDescending }: StudentOrder,
  from: Position | undefined,
): IndexScan[] {
  const where = buildWhere(resolved, 'row')
  if (sort === 'ageCategory') return scanByAge(resolved, where, isDescending, from)
  if (sort === 'score')
    return [
      ...(from?.[0] === 'rest' ? [] : [scanAnswered(resolved, where, isDescending, from)]),
      scanUnanswered(resolved, where, from),
    ]
  const { keys, values } = singleDirectionOrders[sort]
  const after = from ? sql`and ${isAfter(keys, values(from), isDescending)}` : sql``
  return [
    (limit) => sql`select s.id, ${positionSql[sort]} as position from students s where ${where} ${after}
      order by ${orderByKeys(keys, isDescending)} limit ${limit}`,
  ]
}

/** One scan of the birth date index for each age group. */
function scanByAge(
  resolved: ResolvedSelection,
  where: SQL,
  isDescending: boolean,
  from: Position | undefined,
): IndexScan[] {
  const keys = [sql`s.birth`, usernameKey]
  const chosenAges = ages.filter((age) => listAges(resolved.selection.ageCategory).includes(age))
  const ordered = isDescending ? chosenAges.toReversed() : chosenAges
  const begin = from ? ordered.findIndex((age) => age === from[0]) : 0
  const stretch = (age: Age): IndexScan => {
    const after =
      from?.[0] === age ? sql`and ${isAfter(keys, [sql`${from[1]}::date`, sql`${from[2]}`], !isDescending)}` : sql``
    return (limit) => sql`select s.id, array[${age}::text, s.birth::text, s.username_key] as position from students s
      where ${where} and ${isBornWithin(resolved.births[age])} ${after} order by ${orderByKeys(keys, !isDescending)} limit ${limit}`
  }
  return begin < 0 ? [] : ordered.slice(begin).map(stretch)
}

/**
 * Students who have answered: merges scans of both leaderboards with the disqualified students, who are on neither. Those are few,
 * so they are sorted.
 */
function scanAnswered(
  resolved: ResolvedSelection,
  where: SQL,
  isDescending: boolean,
  from: Position | undefined,
): IndexScan {
  const after = from && rowsAfterScore(from, isDescending)
  const parts = after ? [after.same, after.beyond] : [sql`true`]
  const order = orderByScore(isDescending)
  const columns = sql`select s.id, st.score, st.reached_at, st.id as entry_id, ${positionSql.score} as position`
  const boards = listAges(resolved.selection.ageCategory).filter((age) => age === '5-10' || age === '11-20')
  return (limit) => {
    const walked = boards.flatMap((category) =>
      parts.map(
        (part) => sql`(${columns} from standings st join students s on s.id = st.student_id
          where st.stands and st.age_category = ${category} and ${isBornWithin(resolved.births[category])} and ${part} and ${where}
          order by ${order} limit ${limit})`,
      ),
    )
    const offBoard = sql`(${columns} from students s join standings st on st.student_id = s.id
      where s.disqualified_at is not null and not st.stands and st.age_category = ${categorySql(resolved)}
      and (${sql.join(parts, sql` or `)}) and ${where} order by ${order} limit ${limit})`
    const union = sql.join([...walked, offBoard], sql` union all `)
    const merged = sql.raw(isDescending ? 'score desc, reached_at, entry_id' : 'score, reached_at desc, entry_id desc')
    return sql`select id, position from (${union}) as together order by ${merged} limit ${limit}`
  }
}

/** Students who have not answered in today's category, by username. */
function scanUnanswered(resolved: ResolvedSelection, where: SQL, from: Position | undefined): IndexScan {
  const after = from?.[0] === 'rest' ? sql`and ${usernameKey} > ${from[1]}` : sql``
  return (limit) => sql`select s.id, array['rest', s.username_key] as position from students s
    where ${where} ${after} and not exists (
      select from standings st where st.student_id = s.id and st.age_category = ${categorySql(resolved)})
    order by ${usernameKey} limit ${limit}`
}

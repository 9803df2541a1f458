// The orders of the list, as SQL on `students s` and, for the score, on each student's current leaderboard entry `st`. Shared by
// both ways to read a page: sorting matches (sort-matches.ts) and scanning an index (scan-index.ts).
import { sql, type SQL } from 'drizzle-orm'
import type { StudentSort } from '@baobab/contract/students/endpoints.ts'
import { categorySql, schoolKey, usernameKey, type ResolvedSelection } from './conditions.ts'
import type { Position } from './cursors.ts'
import { ages, type StudentOrder } from './rules.ts'

const toMilliseconds = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint::text`)
const at = (milliseconds = '0') => sql`${new Date(Number(milliseconds)).toISOString()}::timestamptz`

/** SQL for a row's position in each order. */
export const positionSql: Record<Exclude<StudentSort, 'ageCategory'>, SQL> = {
  username: sql`array[s.username_key]`,
  joined: sql`array[${toMilliseconds('s.created_at')}, s.username_key]`,
  school: sql`array[${schoolKey}, s.username_key]`,
  score: sql`case when st.id is null then array['rest', s.username_key]
    else array['placed', st.score::text, ${toMilliseconds('st.reached_at')}, st.id::text] end`,
}

/** An order whose keys all have the same direction, and the values of a position in it. */
type SingleDirectionOrder = { keys: SQL[]; values: (position: Position) => SQL[] }

export const singleDirectionOrders: Record<'username' | 'joined' | 'school', SingleDirectionOrder> = {
  username: { keys: [usernameKey], values: ([username]) => [sql`${username}`] },
  joined: { keys: [sql`s.created_at`, usernameKey], values: ([joined, username]) => [at(joined), sql`${username}`] },
  school: { keys: [schoolKey, usernameKey], values: ([position, username]) => [sql`${position}`, sql`${username}`] },
}

const list = (parts: SQL[]) => sql.join(parts, sql`, `)

/** Builds the ORDER BY for keys that all have the same direction. */
export function orderByKeys(keys: SQL[], isDescending: boolean): SQL {
  return list(keys.map((key) => (isDescending ? sql`${key} desc` : key)))
}

/** Builds the condition for rows after the values, for keys that all have the same direction. */
export function isAfter(keys: SQL[], values: SQL[], isDescending: boolean): SQL {
  return sql`(${list(keys)}) ${sql.raw(isDescending ? '<' : '>')} (${list(values)})`
}

/** Orders students who have answered like the leaderboard: by score, by who reached it first, by id. Reversed if ascending. */
export function orderByScore(isDescending: boolean): SQL {
  return isDescending ? sql`st.score desc, st.reached_at, st.id` : sql`st.score, st.reached_at desc, st.id desc`
}

/** Builds the two conditions for rows after a position by score: the rest with the same score, and the scores beyond. */
export function rowsAfterScore([, score, reached, id]: Position, isDescending: boolean): { same: SQL; beyond: SQL } {
  const [on, away] = isDescending ? [sql`>`, sql`<`] : [sql`<`, sql`>`]
  return {
    same: sql`st.score = ${score}::integer and (st.reached_at, st.id) ${on} (${at(reached)}, ${id}::uuid)`,
    beyond: sql`st.score ${away} ${score}::integer`,
  }
}

/** SQL for the index of a student's age group in `ages`. */
function ageGroupSql(resolved: ResolvedSelection): SQL {
  const { births } = resolved
  return sql`case when s.birth > ${births.below.after}::date then 3 when s.birth > ${births['5-10'].after}::date then 0
    when s.birth > ${births['11-20'].after}::date then 1 else 2 end`
}

type SqlSorting = {
  /** The joins to `s` that the order needs. */
  join: SQL
  position: SQL
  by: SQL
  after: (position: Position) => SQL
}

/** Builds an order for matches that are sorted in memory, without an index. */
export function buildSorting(resolved: ResolvedSelection, { sort, isDescending }: StudentOrder): SqlSorting {
  if (sort === 'score') return sortByScore(resolved, isDescending)
  if (sort === 'ageCategory') return sortByAge(resolved, isDescending)
  const { keys, values } = singleDirectionOrders[sort]
  return {
    join: sql``,
    position: positionSql[sort],
    by: orderByKeys(keys, isDescending),
    after: (position) => isAfter(keys, values(position), isDescending),
  }
}

function sortByScore(resolved: ResolvedSelection, isDescending: boolean): SqlSorting {
  return {
    join: sql`left join standings st on st.student_id = s.id and st.age_category = ${categorySql(resolved)}`,
    position: positionSql.score,
    by: sql`st.id is null, ${orderByScore(isDescending)}, ${usernameKey}`,
    after(position) {
      if (position[0] === 'rest') return sql`st.id is null and ${usernameKey} > ${position[1]}`
      const { same, beyond } = rowsAfterScore(position, isDescending)
      return sql`(st.id is null or ${beyond} or (${same}))`
    },
  }
}

/** Ascending: category 5-10 first, and the youngest first within each age group. */
function sortByAge(resolved: ResolvedSelection, isDescending: boolean): SqlSorting {
  const age = ageGroupSql(resolved)
  const within = [sql`s.birth`, usernameKey]
  return {
    join: sql``,
    position: sql`array[(array['5-10', '11-20', 'above', 'below'])[1 + ${age}], s.birth::text, s.username_key]`,
    by: sql`${age} ${sql.raw(isDescending ? 'desc' : 'asc')}, ${orderByKeys(within, !isDescending)}`,
    after([of, birth, username]) {
      const number = ages.findIndex((one) => one === of)
      const later = isAfter(within, [sql`${birth}::date`, sql`${username}`], !isDescending)
      const beyond = sql`${age} ${sql.raw(isDescending ? '<' : '>')} ${number}`
      return sql`(${beyond} or (${age} = ${number} and ${later}))`
    },
  }
}

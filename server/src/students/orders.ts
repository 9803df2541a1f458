// The orders of the list, as SQL on `students s` and, for the score, on today's standing `st` of each. Written once for
// both ways of reading a page: sorting the few that were found, and walking an index (walks.ts).
import { sql, type SQL } from 'drizzle-orm'
import type { StudentSort } from '@baobab/contract/students.ts'
import { categoryOf, name, school, type ResolvedSelection } from './conditions.ts'
import type { Position } from './cursors.ts'
import { ages, type Order } from './rules.ts'

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint::text`)
const at = (milliseconds = '0') => sql`${new Date(Number(milliseconds)).toISOString()}::timestamptz`

/** What a row's place is made of. */
export const positionSql: Record<Exclude<StudentSort, 'ageCategory'>, SQL> = {
  username: sql`array[s.username_key]`,
  joined: sql`array[${ms('s.created_at')}, s.username_key]`,
  school: sql`array[${school}, s.username_key]`,
  score: sql`case when st.id is null then array['rest', s.username_key]
    else array['placed', st.score::text, ${ms('st.reached_at')}, st.id::text] end`,
}

/** An order of one direction: all its keys, and the values of a place. */
export type SingleDirectionOrder = { keys: SQL[]; values: (place: Position) => SQL[] }

export const singleDirectionOrders: Record<'username' | 'joined' | 'school', SingleDirectionOrder> = {
  username: { keys: [name], values: ([username]) => [sql`${username}`] },
  joined: { keys: [sql`s.created_at`, name], values: ([joined, username]) => [at(joined), sql`${username}`] },
  school: { keys: [school, name], values: ([place, username]) => [sql`${place}`, sql`${username}`] },
}

const list = (parts: SQL[]) => sql.join(parts, sql`, `)

/** `order by` of keys that all go one way. */
export function orderByKeys(keys: SQL[], isDescending: boolean): SQL {
  return list(keys.map((key) => (isDescending ? sql`${key} desc` : key)))
}

/** What comes after values, in keys that all go one way. */
export function isAfter(keys: SQL[], values: SQL[], isDescending: boolean): SQL {
  return sql`(${list(keys)}) ${sql.raw(isDescending ? '<' : '>')} (${list(values)})`
}

/** Those who have answered: by score, then as on the board, who reached it first, then by id. Backwards when ascending. */
export function byScore(isDescending: boolean): SQL {
  return isDescending ? sql`st.score desc, st.reached_at, st.id` : sql`st.score, st.reached_at desc, st.id desc`
}

/** The two stretches after a place among those who have answered: the rest of its score, and the scores beyond. */
export function afterScore([, score, reached, id]: Position, isDescending: boolean): { same: SQL; beyond: SQL } {
  const [on, away] = isDescending ? [sql`>`, sql`<`] : [sql`<`, sql`>`]
  return {
    same: sql`st.score = ${score}::integer and (st.reached_at, st.id) ${on} (${at(reached)}, ${id}::uuid)`,
    beyond: sql`st.score ${away} ${score}::integer`,
  }
}

/** An age's number in the list's order, as SQL. */
function ageOf(chosen: ResolvedSelection): SQL {
  const { births } = chosen
  return sql`case when s.birth > ${births.below.after}::date then 3 when s.birth > ${births['5-10'].after}::date then 0
    when s.birth > ${births['11-20'].after}::date then 1 else 2 end`
}

export type Sorting = {
  /** What is joined to `s` for it. */
  join: SQL
  place: SQL
  by: SQL
  after: (place: Position) => SQL
}

/** An order for rows that were found: they are few, so that no index is needed. */
export function buildSorting(chosen: ResolvedSelection, { sort, isDescending }: Order): Sorting {
  if (sort === 'score') return scoreSorting(chosen, isDescending)
  if (sort === 'ageCategory') return ageSorting(chosen, isDescending)
  const { keys, values } = singleDirectionOrders[sort]
  return {
    join: sql``,
    place: positionSql[sort],
    by: orderByKeys(keys, isDescending),
    after: (place) => isAfter(keys, values(place), isDescending),
  }
}

function scoreSorting(chosen: ResolvedSelection, isDescending: boolean): Sorting {
  return {
    join: sql`left join standings st on st.student_id = s.id and st.age_category = ${categoryOf(chosen)}`,
    place: positionSql.score,
    by: sql`st.id is null, ${byScore(isDescending)}, ${name}`,
    after(place) {
      if (place[0] === 'rest') return sql`st.id is null and ${name} > ${place[1]}`
      const { same, beyond } = afterScore(place, isDescending)
      return sql`(st.id is null or ${beyond} or (${same}))`
    },
  }
}

/** Ascending: the young category first, in each age the youngest first. */
function ageSorting(chosen: ResolvedSelection, isDescending: boolean): Sorting {
  const age = ageOf(chosen)
  const within = [sql`s.birth`, name]
  return {
    join: sql``,
    place: sql`array[(array['5-10', '11-20', 'above', 'below'])[1 + ${age}], s.birth::text, s.username_key]`,
    by: sql`${age} ${sql.raw(isDescending ? 'desc' : 'asc')}, ${orderByKeys(within, !isDescending)}`,
    after([of, birth, username]) {
      const number = ages.findIndex((one) => one === of)
      const later = isAfter(within, [sql`${birth}::date`, sql`${username}`], !isDescending)
      const beyond = sql`${age} ${sql.raw(isDescending ? '<' : '>')} ${number}`
      return sql`(${beyond} or (${age} = ${number} and ${later}))`
    },
  }
}

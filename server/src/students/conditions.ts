// Builds the SQL conditions on `students s` that select the students of a list.
import { sql, type SQL } from 'drizzle-orm'
import type { StudentSelection } from '@baobab/contract/students/endpoints.ts'
import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import { containsSearch } from '../platform/database/compare-texts.ts'
import { hasAccessSql } from '../payments/queries.ts'
import {
  listAges,
  birthsOn,
  readSearch,
  SEARCH_SIGNS,
  type Age,
  type Births,
  type Search,
  type SearchPart,
} from './rules.ts'

/** A selection with the values derived from it for a day. */
export type ResolvedSelection = {
  selection: StudentSelection
  search: Search
  today: string
  births: Record<Age, Births>
}

/** Parses the search of a selection and computes the dates of birth of each age group on a day. */
export function resolveSelection(selection: StudentSelection, today: string): ResolvedSelection {
  return { selection, search: readSearch(selection.search), today, births: birthsOn(today) }
}

/** The username, ordered as in its index. */
export const usernameKey = sql.raw('s.username_key collate "C"')
/** The school, ordered as in its index: students without one come last. */
export const schoolKey = sql.raw(`coalesce(lower(s.school), U&'\\+10FFFF') collate "C"`)

/** The name of the school by which schools are compared, as in its index. */
export const schoolComparison = sql.raw(`comparison_key(s.school) collate "C"`)
export const hasSchool = sql`s.school is not null`

/** Builds the condition that a student is at a school, whatever the case, spaces, quotes and dashes of its name. */
export function isAtSchool(school: string): SQL {
  return sql`(${hasSchool} and ${schoolComparison} = ${toComparisonKey(school)})`
}

const everyone = sql`true`

/** Returns SQL for whether a date of birth is within a range. */
export function isBornWithin({ after, upTo }: Births): SQL {
  const later = after === undefined ? everyone : sql`s.birth > ${after}::date`
  return upTo === undefined ? later : sql`${later} and s.birth <= ${upTo}::date`
}

/** Returns SQL for today's age category of `s`; null for students without one. */
export function categorySql({ births }: Pick<ResolvedSelection, 'births'>): SQL {
  return sql`case when ${isBornWithin(births['5-10'])} then '5-10' when ${isBornWithin(births['11-20'])} then '11-20' end`
}

const states: Record<NonNullable<StudentSelection['state']>, SQL> = {
  active: sql`s.disqualified_at is null and s.email_bounced_at is null`,
  disqualified: sql`s.disqualified_at is not null`,
  bounced: sql`s.email_bounced_at is not null`,
}

const hasAccess = hasAccessSql(sql`s.id`)
const genders: Partial<Record<StudentSelection['filter'], SQL>> = {
  males: sql`s.gender = 'male'`,
  females: sql`s.gender = 'female'`,
}

/** Returns the conditions for everything except the search. */
function buildFilters({ selection, births }: ResolvedSelection): SQL[] {
  const { filter, paid, state, ageCategory, school } = selection
  const ages = listAges(ageCategory).map((age) => sql`(${isBornWithin(births[age])})`)
  return [
    sql`s.erased_at is null`,
    ...(genders[filter] ? [genders[filter]] : []),
    ...(state ? [states[state]] : []),
    ...(paid === undefined ? [] : [paid === 'yes' ? hasAccess : sql`not ${hasAccess}`]),
    ...(ageCategory === undefined ? [] : [sql`(${sql.join(ages, sql` or `)})`]),
    ...(school ? [isAtSchool(school)] : []),
  ]
}

/** The text that is searched. Line breaks keep a search from matching across two fields. */
const searched = sql.raw(
  String.raw`(s.username_key || E'\n' || coalesce(s.email_key, '') || E'\n' || s.number || E'\n' || coalesce(s.international_number, '') || E'\n' || coalesce(s.proved_number, '') || E'\n' || coalesce(search_key(s.school), ''))`,
)
/** The expression of the `students_searched` index, with literals, because the planner compares it with the index. */
const indexed = sql`translate(${searched}, ${sql.raw(`'${SEARCH_SIGNS.replace("'", "''")}', '${'x'.repeat(SEARCH_SIGNS.length)}'`)})`

function containsOne(parts: readonly SearchPart[], by: 'index' | 'row'): SQL {
  const conditions = parts.map(({ letters, pattern }) => {
    const contains = sql`position(${letters} in ${searched}) > 0`
    return by === 'index' ? sql`(${indexed} like ${pattern} and ${contains})` : contains
  })
  return sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * Builds the condition that a school's name contains a search. Fewer than three letters find the names that begin with them,
 * because the trigram index knows no shorter texts.
 */
export function isSchoolFound(text: string): SQL {
  const search = readSearch(text)
  if (search.kind === 'beginning')
    return sql`${hasSchool} and ${schoolComparison} >= ${search.from} and ${schoolComparison} < ${search.to}`
  if (search.kind !== 'inside') return search.kind === 'none' ? hasSchool : sql`false`
  // The name itself is compared as well, so the index only has to narrow down the rows.
  const isNear = search.parts.map(({ pattern }) => sql`${indexed} like ${pattern}`)
  return sql`${hasSchool} and (${sql.join(isNear, sql` or `)}) and ${containsSearch(sql`s.school`, text)}`
}

/**
 * Builds the conditions of a list.
 * @param by 'index' lets the search use the trigram index; 'row' compares each username that another index scan reaches
 */
export function buildWhere(resolved: ResolvedSelection, by: 'index' | 'row'): SQL {
  const { search } = resolved
  const found: SQL[] = []
  if (search.kind === 'nobody') found.push(sql`false`)
  if (search.kind === 'beginning') found.push(sql`${usernameKey} >= ${search.from} and ${usernameKey} < ${search.to}`)
  if (search.kind === 'inside') found.push(containsOne(search.parts, by))
  return sql.join([...buildFilters(resolved), ...found], sql` and `)
}

/** Returns whether a selection may match few students, so that it is worth trying to find and sort them first. */
export function mayMatchFew({ selection, search }: ResolvedSelection): boolean {
  const { filter, state, paid, ageCategory, school } = selection
  const isRare = state !== undefined && state !== 'active'
  return (
    filter === 'top-10' ||
    search.kind !== 'none' ||
    isRare ||
    paid === 'yes' ||
    ageCategory === 'none' ||
    Boolean(school)
  )
}

// How the tables would be distributed over the nodes of Citus. On one PostgreSQL this changes nothing.
import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { attemptBackoffs, clockState, oldestRelease, rateLimits, serverKeys } from './tables.ts'

/** Where the rows of each table belong. Every table is in one of the lists. */
export type Distribution = {
  /** Each row is on the node of its student: by `student_id`, or by `id` for the students themselves. */
  byStudent?: readonly PgTable[]
  /** Copied to every node, because rows of students refer to it or are joined with it. It grows slowly. */
  everywhere?: readonly PgTable[]
  /**
   * Only on the coordinator: a row is found before its student is known, by something unique across all nodes, or belongs to
   * several students or to none.
   */
  coordinator?: readonly PgTable[]
  /** Statements that run before the tables are distributed. */
  before?: readonly string[]
}

/** A table on every node is written on each of them, but servers listen to the coordinator, so only it announces changes. */
const ANNOUNCE_ONCE = `create or replace function announce_public_change() returns trigger language plpgsql as $$
begin
  if (select groupid from pg_dist_local_group) = 0 then
    perform pg_notify('baobab_news', 'public-changes ' || tg_argv[0]);
  end if;
  return null;
end
$$`

/** The tables that belong to no feature. */
export const platformDistribution: Distribution = {
  coordinator: [attemptBackoffs, clockState, oldestRelease, rateLimits, serverKeys],
  before: [ANNOUNCE_ONCE],
}

/** The names of all tables by where their rows belong, and all statements that run before they are distributed. */
export type DistributionPlan = Record<keyof Distribution, string[]>

/** Returns the column by which a table with students' rows is distributed. */
export const getDistributionColumn = (table: string): string => (table === 'students' ? 'id' : 'student_id')

/**
 * Whether a key's values are random or numbered, so that no two nodes have the same value. Citus itself only compares the values
 * of one student.
 */
export const isUniqueAnywhere = (columns: readonly string[]): boolean =>
  columns.some((column) => /^(id|seq|attempt_id|decision_seq|consent_id)$/.test(column))

/** Lists the names of all tables by where their rows belong, each sorted, and all their statements. */
export function listDistribution(all: readonly Distribution[]): DistributionPlan {
  const listNames = (place: 'byStudent' | 'everywhere' | 'coordinator') =>
    all.flatMap((one) => (one[place] ?? []).map((table) => getTableName(table))).toSorted()
  return {
    byStudent: listNames('byStudent'),
    everywhere: listNames('everywhere'),
    coordinator: listNames('coordinator'),
    before: all.flatMap(({ before }) => before ?? []),
  }
}

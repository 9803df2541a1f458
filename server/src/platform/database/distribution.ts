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
   * Only on the coordinator: a row is found before its student is known, by something that is unique over all, or belongs to several
   * students or to none.
   */
  coordinator?: readonly PgTable[]
}

/** The tables that belong to no feature. */
export const platformDistribution: Distribution = {
  coordinator: [attemptBackoffs, clockState, oldestRelease, rateLimits, serverKeys],
}

/** The names of all tables by where their rows belong. */
export type DistributionNames = Record<keyof Distribution, string[]>

/** Returns the column by which a table with students' rows is distributed. */
export const getDistributionColumn = (table: string): string => (table === 'students' ? 'id' : 'student_id')

/**
 * Whether a key's values are random or numbered, so that no other node has the same, even if Citus only compares those of one student.
 */
export const isUniqueAnywhere = (columns: readonly string[]): boolean =>
  columns.some((column) => /^(id|seq|attempt_id|decision_seq|consent_id)$/.test(column))

/** Lists the names of all tables by where their rows belong, each sorted. */
export function listDistribution(all: readonly Distribution[]): DistributionNames {
  const listNames = (place: keyof Distribution) =>
    all.flatMap((one) => (one[place] ?? []).map((table) => getTableName(table))).toSorted()
  return {
    byStudent: listNames('byStudent'),
    everywhere: listNames('everywhere'),
    coordinator: listNames('coordinator'),
  }
}

// Tables that belong to no feature: the installation's keys and the counters for its rate limits.
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, jsonb, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

/** Secret keys, generated at the first start and shared by all servers of the installation. */
export const serverKeys = pgTable('server_keys', {
  name: text().primaryKey(),
  secret: bytes().notNull(),
})

/** Counters of the rate-limiter-flexible package. The table is unlogged, because losing counts in a crash is harmless. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** Attempts counted by attempt-backoff.ts, and the time before which the next attempt is refused. */
export const attemptBackoffs = pgTable('waits', {
  key: text().primaryKey(),
  count: integer().notNull(),
  until: instant().notNull(),
})

/** Its only row contains what the servers know about the database's clock (clock-check.ts). */
export const clockState = pgTable(
  'clock_state',
  {
    isOnly: boolean('only').primaryKey().default(true),
    /** The last time when the clock was right. */
    seenAt: instant().notNull(),
    /** When the time became doubtful; null if it is not. */
    heldSince: instant(),
    /** The last line of each ledger that may have been written while the clock was wrong. */
    ignoredUpTo: jsonb()
      .$type<Record<string, number>>()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [check('clock_state_only', sql`${table.isOnly}`)],
)

/**
 * Its only row contains the oldest release that may run on this schema. A migration that takes away what earlier releases use
 * updates it (CONTRIBUTING.md); all others leave it alone.
 */
export const oldestRelease = pgTable(
  'oldest_release',
  {
    isOnly: boolean('only').primaryKey().default(true),
    /** The release's number, for people. */
    release: text().notNull(),
    /** The time of a migration in its journal: a release that has this migration may run here. */
    migration: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [check('oldest_release_only', sql`${table.isOnly}`)],
)

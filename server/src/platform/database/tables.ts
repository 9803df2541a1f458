// Tables that belong to no feature: the installation's keys and the counters for its rate limits.
import { bigint, integer, pgTable, text, varchar } from 'drizzle-orm/pg-core'
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

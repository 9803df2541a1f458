// Tables that belong to no feature: the keys of this installation and the counters of its rate limits.
import { bigint, integer, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

/** Secret keys, generated at the first start and shared by all servers of the installation. */
export const serverKeys = pgTable('server_keys', {
  name: text().primaryKey(),
  secret: bytes().notNull(),
})

/** Counters of rate-limiter-flexible. An unlogged table: losing a count in a crash does no harm. */
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

// Tables that belong to no feature: the keys of this installation and the counters of limits.
import { bigint, integer, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

/** Keys that nobody else knows, made at first start, shared by all servers (decisions 9). */
export const serverKeys = pgTable('server_keys', {
  name: text().primaryKey(),
  secret: bytes().notNull(),
})

/** Counters of rate-limiter-flexible; unlogged, because losing a count in a crash harms nobody. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** Who must wait before the next try, and how many tries came before (waits.ts). */
export const attemptBackoffs = pgTable('waits', {
  key: text().primaryKey(),
  count: integer().notNull(),
  until: instant().notNull(),
})

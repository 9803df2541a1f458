// What is kept of erased accounts, which leads to nobody.
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../platform/database/columns.ts'

/**
 * The browsers of erased accounts, without the accounts, so that an account that is made again in one of them has the same
 * device. Kept as long as the origins of attempts, which name the device.
 */
export const formerBrowsers = pgTable(
  'former_browsers',
  {
    secretHash: text().primaryKey(),
    deviceId: uuid().notNull(),
    erasedAt: instant().notNull(),
  },
  (table) => [index('former_browsers_erased').on(table.erasedAt)],
)

/** Keyed hashes of the usernames of erased accounts, which are not given out again. */
export const retiredUsernames = pgTable('retired_usernames', { nameHash: text().primaryKey() })

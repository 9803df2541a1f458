// What outlives an account, and leads to nobody.
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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
    /** The `known_browsers.id` of the account, which attempts name; null for accounts that were erased before it was kept. */
    browserId: uuid(),
    erasedAt: instant().notNull(),
  },
  (table) => [index('former_browsers_erased').on(table.erasedAt)],
)

/**
 * Whose browser has logged in with the secret of whose: ids of `known_browsers`, which lead to nobody once an account is
 * erased. A secret can be stolen, so a row says something about the account that logged in, and nothing about the owner of
 * the secret. Kept as long as the browser is known, and at least as long as the origins of attempts.
 */
export const presentedBrowsers = pgTable(
  'presented_browsers',
  {
    /** The browser that the login made or renewed. */
    browserId: uuid().notNull(),
    /** The browser of another account, whose secret the login sent. */
    presentedId: uuid().notNull(),
    /** When it was last sent. */
    at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.browserId, table.presentedId] }),
    index('presented_browsers_at').on(table.at),
  ],
)

/** Keyed hashes of the usernames of erased accounts, which are not given out again. */
export const retiredUsernames = pgTable('retired_usernames', { nameHash: text().primaryKey() })

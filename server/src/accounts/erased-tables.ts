// Data that outlives an account and identifies nobody.
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../platform/database/columns.ts'

/**
 * The browsers of erased accounts, without the accounts, so that an account created again in one of them gets the same device id.
 * Kept as long as the origins of attempts, which refer to the device.
 */
export const formerBrowsers = pgTable(
  'former_browsers',
  {
    secretHash: text().primaryKey(),
    deviceId: uuid().notNull(),
    /** The account's `known_browsers.id`, which attempts refer to; null for accounts that were erased before it was stored. */
    browserId: uuid(),
    erasedAt: instant().notNull(),
  },
  (table) => [index('former_browsers_erased').on(table.erasedAt)],
)

/**
 * Which browser logged in with another account's secret: ids of `known_browsers`, which identify nobody once an account is
 * erased. A secret can be stolen, so a row is evidence about the account that logged in, not about the owner of the secret.
 * Kept as long as the browser is known, and at least as long as the origins of attempts.
 */
export const presentedBrowsers = pgTable(
  'presented_browsers',
  {
    /** The browser that the login created or renewed. */
    browserId: uuid().notNull(),
    /** The other account's browser whose secret was sent. */
    presentedId: uuid().notNull(),
    /** When it was last sent. */
    at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.browserId, table.presentedId] }),
    index('presented_browsers_at').on(table.at),
  ],
)

/** Keyed hashes of erased accounts' usernames, which are never given out again. */
export const retiredUsernames = pgTable('retired_usernames', { nameHash: text().primaryKey() })

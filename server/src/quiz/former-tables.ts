import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../platform/database/columns.ts'
import { videos } from '../videos/tables.ts'

/**
 * The quizzes that an erased account had started, by the keyed hash of its canonical email, so that nobody gets a second first
 * try with a new account. Kept for a year, only to keep the prize fair.
 */
export const formerAttempts = pgTable(
  'former_attempts',
  {
    addressHash: text().notNull(),
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    ageCategory: text({ enum: ['5-10', '11-20'] }).notNull(),
    erasedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.addressHash, table.videoId, table.ageCategory] }),
    index('former_attempts_erased').on(table.erasedAt),
    check('former_attempts_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
  ],
)

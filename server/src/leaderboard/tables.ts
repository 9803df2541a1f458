import { sql } from 'drizzle-orm'
import { bigserial, boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { students } from '../accounts/tables.ts'
import { instant, newId, transactionId } from '../platform/database/columns.ts'

/** A student's score in one category. Its id is what the public board shows, never the student's (decisions 5). */
export const leaderboardEntries = pgTable(
  'standings',
  {
    id: newId(),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    ageCategory: text({ enum: ['5-10', '11-20'] }).notNull(),
    score: integer().notNull().default(0),
    /** The last correct answer that still counts; the first answer of all while the score is 0. */
    reachedAt: instant().notNull(),
    /** The birthday that ends the place: the day in Lagos on which its student leaves the category. */
    leavesOn: date({ mode: 'string' }).notNull(),
    /** False once the student left the category or is disqualified: score and history stay, the place goes. */
    stands: boolean().notNull().default(true),
  },
  (table) => [
    uniqueIndex('standings_once').on(table.studentId, table.ageCategory),
    index('standings_board')
      .on(table.ageCategory, table.score.desc().nullsFirst(), table.reachedAt, table.id)
      .where(sql`${table.stands}`),
    index('standings_leaving')
      .on(table.leavesOn)
      .where(sql`${table.stands}`),
    check('standings_score', sql`${table.score} >= 0`),
    check('standings_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
  ],
)

/**
 * The ledger of points: append-only, a trigger refuses UPDATE and DELETE. `xid` lets a follower read rows in the order
 * in which they become visible, which the sequence alone does not give (ARCHITECTURE.md, traps).
 */
export const pointsLedger = pgTable(
  'standing_changes',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    xid: transactionId()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    standingId: uuid().notNull(),
    ageCategory: text({ enum: ['5-10', '11-20'] }).notNull(),
    delta: integer().notNull(),
    scoreAfter: integer().notNull(),
    /** Whether the standing had a place before and after this line: the ledger alone tells who stands where. */
    stood: boolean().notNull(),
    stands: boolean().notNull(),
    /** 'first-answer' made the standing; each later line moved it. */
    reason: text({
      enum: ['first-answer', 'answer', 'reset', 'left-category', 'disqualified', 'restored', 'erased'],
    }).notNull(),
    attemptId: uuid(),
    questionId: uuid(),
    at: instant().notNull(),
  },
  (table) => [index('standing_changes_xid').on(table.xid), index('standing_changes_standing').on(table.standingId)],
)

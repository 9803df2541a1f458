import { leagueOutcomes, leagueTiers } from '@baobab/contract/leagues/text.ts'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { students } from '../accounts/tables.ts'
import { instant } from '../platform/database/columns.ts'

/**
 * The students in leagues. Those with the same week, age category, tier, band and number are in one league. Points are counted
 * from the ledger until the week is closed.
 */
export const leagueMembers = pgTable(
  'league_members',
  {
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    /** The Lagos date on which the week begins. */
    monday: date({ mode: 'string' }).notNull(),
    ageCategory: text({ enum: ['5-10', '11-20'] }).notNull(),
    tier: text({ enum: leagueTiers }).notNull(),
    /** The range of total points (rules.ts) of the league's first student, and usually of all its students. */
    band: integer().notNull(),
    /** Counts the leagues of a band from 0. Only the last one takes more students. */
    number: integer().notNull(),
    joinedAt: instant().notNull(),
    /** Set when the week is closed; `position` only for those who were still shown then. */
    points: integer(),
    position: integer(),
    outcome: text({ enum: leagueOutcomes }),
  },
  (table) => [
    primaryKey({ columns: [table.studentId, table.monday] }),
    index('league_members_open')
      .on(table.monday, table.ageCategory, table.tier, table.band, table.number)
      .where(sql`${table.outcome} is null`),
    // Small, because rows are stored in the order of weeks. Used to delete old ones.
    index('league_members_monday').using('brin', table.monday),
    check('league_members_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
    check('league_members_closed', sql`(${table.points} is null) = (${table.outcome} is null)`),
  ],
)

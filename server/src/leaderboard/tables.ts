import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { admins, students } from '../accounts/tables.ts'
import { instant, newId, transactionId } from '../platform/database/columns.ts'

/** A student's score in one category. The public leaderboard shows the id of this row, never the student's id. */
export const leaderboardEntries = pgTable(
  'standings',
  {
    id: newId(),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    ageCategory: text({ enum: ['5-10', '11-20'] }).notNull(),
    score: integer().notNull().default(0),
    /** The time of the last correct answer that still counts, or of the first answer while the score is 0. */
    reachedAt: instant().notNull(),
    /** The birthday, in Lagos, on which the student outgrows the category. At midnight its index is read, not all students. */
    leavesOn: date({ mode: 'string' }).notNull(),
    /**
     * False once the student has outgrown the category or was disqualified or erased: the score is kept but not ranked.
     */
    isListed: boolean('stands').notNull().default(true),
  },
  (table) => [
    uniqueIndex('standings_once').on(table.studentId, table.ageCategory),
    index('standings_board')
      .on(table.ageCategory, table.score.desc().nullsFirst(), table.reachedAt, table.id)
      .where(sql`${table.isListed}`),
    index('standings_leaving')
      .on(table.leavesOn)
      .where(sql`${table.isListed}`),
    index('standings_returning')
      .on(table.leavesOn)
      .where(sql`not ${table.isListed}`),
    check('standings_score', sql`${table.score} >= 0`),
    check('standings_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
  ],
)

/**
 * Every change to an entry. Append-only: a trigger refuses UPDATE and DELETE. The ranking uses `xid` to find the rows committed
 * since its last read; the row number is no substitute, because rows are not committed in its order.
 */
export const pointsLedger = pgTable(
  'standing_changes',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    xid: transactionId()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    entryId: uuid('standing_id').notNull(),
    /** The entry's student. A check and not NOT NULL: earlier releases leave it out, and a trigger fills it. */
    studentId: uuid(),
    ageCategory: text({ enum: ['5-10', '11-20'] }).notNull(),
    delta: integer().notNull(),
    scoreAfter: integer().notNull(),
    /** Whether the entry was ranked before this change and after it, so that all counts can be computed from the ledger alone. */
    wasListed: boolean('stood').notNull(),
    isListed: boolean('stands').notNull(),
    /**
     * 'first-answer' marks the change that created the entry; 'returned' undoes a 'left-category' that happened on a wrong
     * date; 'held' and 'released' change no points, but make every server render the board again; 'merged' moves points to the
     * account into which another was merged; 'adjustment' is an admin's, or keeps a score from falling below 0.
     */
    reason: text({
      enum: [
        'first-answer',
        'answer',
        'reset',
        'left-category',
        'returned',
        'disqualified',
        'restored',
        'erased',
        'held',
        'released',
        'regrade',
        'merged',
        'adjustment',
      ],
    }).notNull(),
    attemptId: uuid(),
    questionId: uuid(),
    at: instant().notNull(),
    /** The key correction that caused this row, and when the answer was given. Merged points also have the latter. */
    regradeId: uuid(),
    answeredAt: instant(),
    /** The adjustment that this row makes; for an undo, the one that it undoes, so that the sum of both is 0. */
    adjustmentId: uuid(),
  },
  (table) => [
    index('standing_changes_xid').on(table.xid),
    // Includes the time, because a league reads one week of thirty entries, and each may have thousands of rows.
    index('standing_changes_standing').on(table.entryId, table.at),
    // Small, because rows are stored almost in time order. Used for the points since the end of a month.
    index('standing_changes_at').using('brin', table.at),
    // A regrade changes an attempt's points only once.
    uniqueIndex('standing_changes_regrade')
      .on(table.regradeId, table.attemptId)
      .where(sql`${table.regradeId} is not null`),
    check('standing_changes_student', sql`${table.studentId} is not null`),
    check(
      'standing_changes_regrades',
      sql`case when ${table.reason} = 'regrade'
        then abs(${table.delta}) = 10
          and num_nonnulls(${table.regradeId}, ${table.attemptId}, ${table.questionId}, ${table.answeredAt}) = 4
        when ${table.reason} = 'merged' then ${table.regradeId} is null
        else num_nonnulls(${table.regradeId}, ${table.answeredAt}) = 0 end`,
    ),
    check(
      'standing_changes_adjustments',
      sql`case when ${table.reason} = 'adjustment'
        then ${table.delta} <> 0 and ${table.adjustmentId} is not null and num_nonnulls(${table.attemptId}, ${table.questionId}) = 0
        else ${table.adjustmentId} is null or ${table.reason} = 'merged' end`,
    ),
  ],
)

/**
 * Adjustments of points: proposed, made or withdrawn. The reason is here and not in the ledger, because it may name a person and
 * is emptied with the account.
 */
export const pointsAdjustments = pgTable(
  'points_adjustments',
  {
    id: newId(),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    ageCategory: text({ enum: ['5-10', '11-20'] }).notNull(),
    amount: integer().notNull(),
    reason: text().notNull(),
    /** Made by the browser for each form: the same key again is the same adjustment. */
    key: uuid().notNull(),
    /** The adjustment that this one undoes. */
    undoOf: uuid(),
    /** Null if the product did it by itself. */
    proposedBy: uuid().references(() => admins.id),
    proposedAt: instant().notNull(),
    /** Null while another admin has to agree. */
    decision: text({ enum: ['applied', 'withdrawn'] }),
    decidedBy: uuid().references(() => admins.id),
    decidedAt: instant(),
  },
  (table) => [
    uniqueIndex('points_adjustments_key').on(table.studentId, table.key),
    uniqueIndex('points_adjustments_undo')
      .on(table.studentId, table.undoOf)
      .where(sql`${table.undoOf} is not null and ${table.decision} is distinct from 'withdrawn'`),
    // The sum of what an admin has adjusted this month.
    index('points_adjustments_admin').on(table.proposedBy, table.decidedAt),
    index('points_adjustments_open')
      .on(table.proposedAt)
      .where(sql`${table.decision} is null`),
    check('points_adjustments_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
    check('points_adjustments_amount', sql`${table.amount} <> 0 and ${table.amount} % 10 = 0`),
    check('points_adjustments_decision', sql`(${table.decision} is null) = (${table.decidedAt} is null)`),
  ],
)

/**
 * How many listed entries had each score when a week began. A rank at that time is 1 + the number of entries with a higher
 * score.
 */
export const boardWeeks = pgTable(
  'board_weeks',
  {
    /** The Monday in Lagos. */
    monday: date({ mode: 'string' }).notNull(),
    ageCategory: text({ enum: ['5-10', '11-20'] }).notNull(),
    /** The number of entries by score. */
    counts: jsonb().$type<Record<string, number>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.monday, table.ageCategory] }),
    check('board_weeks_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
  ],
)

import { appealOutcomes, flagKinds, holdReasons } from '@baobab/contract/fair-play/endpoints.ts'
import { decisionKinds } from '@baobab/contract/fair-play/admin.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { admins, students } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'

/**
 * What was noticed about a student's attempt. Append-only: a trigger refuses UPDATE and DELETE. The names of other students
 * are found by their ids, so that an erased account leaves none.
 */
export const fairPlayFlags = pgTable(
  'fair_play_flags',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    kind: text({ enum: flagKinds }).notNull(),
    attemptId: uuid(),
    otherStudentId: uuid().references(() => students.id),
    otherAttemptId: uuid(),
    /** Whether the student's own answers were used by the other ('source') or the other's by the student ('user'). */
    role: text({ enum: ['source', 'user'] }),
    /** Numbers only. */
    facts: jsonb().$type<Record<string, number>>().notNull(),
    at: instant().notNull(),
  },
  (table) => [
    // Makes an examination repeatable.
    unique('fair_play_flags_once')
      .on(table.studentId, table.kind, table.attemptId, table.otherStudentId)
      .nullsNotDistinct(),
    index('fair_play_flags_student').on(table.studentId, table.seq),
  ],
)

/**
 * What admins decided about a student. Append-only. A reason is one of a list and never free text, because that could not be
 * erased.
 */
export const fairPlayDecisions = pgTable(
  'fair_play_decisions',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    kind: text({ enum: decisionKinds }).notNull(),
    reason: text({ enum: holdReasons }),
    /** The last flag that the student had then; 0 for none. Later flags open the case again. */
    flagsUpTo: bigint({ mode: 'number' }).notNull(),
    adminId: uuid()
      .notNull()
      .references(() => admins.id),
    at: instant().notNull(),
  },
  (table) => [
    index('fair_play_decisions_student').on(table.studentId, table.seq),
    check('fair_play_decisions_reason', sql`(${table.kind} = 'cleared') = (${table.reason} is null)`),
  ],
)

/** A student's side of a hold, one for each hold, and its answer. Deleted with the account. */
export const fairPlayAppeals = pgTable(
  'fair_play_appeals',
  {
    id: newId(),
    /** The decision that placed the hold. */
    decisionSeq: bigint({ mode: 'number' })
      .notNull()
      .references(() => fairPlayDecisions.seq),
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    text: text().notNull(),
    madeAt: instant().notNull(),
    /** When the answer is due. Nothing happens automatically after that. */
    dueAt: instant().notNull(),
    /** How often admins were reminded of it by mail. */
    reminders: integer().notNull().default(0),
    outcome: text({ enum: appealOutcomes }),
    answer: text(),
    answeredAt: instant(),
    answeredBy: uuid().references(() => admins.id),
  },
  (table) => [
    uniqueIndex('fair_play_appeals_once').on(table.decisionSeq),
    index('fair_play_appeals_student').on(table.studentId),
    index('fair_play_appeals_open')
      .on(table.dueAt)
      .where(sql`${table.answeredAt} is null`),
    check(
      'fair_play_appeals_answer',
      sql`num_nonnulls(${table.outcome}, ${table.answer}, ${table.answeredAt}, ${table.answeredBy}) in (0, 4)`,
    ),
  ],
)

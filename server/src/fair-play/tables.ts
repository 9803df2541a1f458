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
 * What was noticed about a student's attempt. Append-only: a trigger refuses UPDATE and DELETE. Other students' names are
 * looked up by their ids, so that an erased account leaves none.
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
    /** Not a reference: students may be on different nodes. */
    otherStudentId: uuid(),
    otherAttemptId: uuid(),
    /** Whether the other used the student's answers ('source'), or the student used the other's ('user'). */
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
 * What admins decided about a student. Append-only. A reason comes from a fixed list and is never free text, because that could
 * not be erased.
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
    /** The student's last flag at that time; 0 if there was none. Later flags reopen the case. */
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

/** A student's side of a hold, one per hold, and the answer to it. Deleted with the account. */
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
    /** How many reminder mails were sent to admins. */
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

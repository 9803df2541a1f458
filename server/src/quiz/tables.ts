import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
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
import { instant, newId } from '../platform/database/columns.ts'
import { videos } from '../videos/tables.ts'
import type { SnapshotQuestion } from './rules.ts'

const ageCategory = () => text({ enum: ['5-10', '11-20'] }).notNull()

/** One imported spreadsheet. Undoing the import deletes its questions. */
export const questionImports = pgTable('sheet_imports', {
  id: newId(),
  adminId: uuid()
    .notNull()
    .references(() => admins.id),
  fileName: text().notNull(),
  addedCount: integer().notNull(),
  skippedCount: integer().notNull(),
  createdAt: instant().notNull(),
  undoneAt: instant(),
})

export const questions = pgTable(
  'questions',
  {
    id: newId(),
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    ageCategory: ageCategory(),
    question: text().notNull(),
    /** The comparison key of the text, unique for a video and category. */
    questionKey: text().notNull(),
    options: jsonb().$type<string[]>().notNull(),
    correctAnswer: text().notNull(),
    position: integer().notNull(),
    importId: uuid().references(() => questionImports.id),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('questions_once').on(table.videoId, table.ageCategory, table.questionKey),
    index('questions_import').on(table.importId),
    check('questions_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
    check('questions_options', sql`jsonb_array_length(${table.options}) = 4`),
  ],
)

/**
 * Attempts of a student at a video in an age category: at most one that counts, and any number that an admin has reset.
 * `questionSnapshot` is the attempt's own copy of the questions with their correct answers, so that editing or deleting
 * a question never changes a running or finished attempt.
 */
export const attempts = pgTable(
  'attempts',
  {
    id: newId(),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    ageCategory: ageCategory(),
    videoTitle: text().notNull(),
    questionSnapshot: jsonb('paper').$type<SnapshotQuestion[]>().notNull(),
    questionCount: integer().notNull(),
    answeredCount: integer().notNull().default(0),
    correctCount: integer().notNull().default(0),
    startedAt: instant().notNull(),
    deadline: instant().notNull(),
    lockedAt: instant(),
    /**
     * When an admin reset the attempt: its points are deducted, its answers are kept, and the student may try again.
     */
    resetAt: instant(),
    /** The admin's reason. Deleted with the student's account. */
    resetReason: text(),
  },
  (table) => [
    uniqueIndex('attempts_once')
      .on(table.studentId, table.videoId, table.ageCategory)
      .where(sql`${table.resetAt} is null`),
    // Includes reset attempts: for a student's history and for deleting a student.
    index('attempts_student').on(table.studentId),
    index('attempts_open')
      .on(table.deadline)
      .where(sql`${table.lockedAt} is null`),
    // For question statistics. An attempt enters the index when it is locked, so only its last answer updates the index.
    index('attempts_finished')
      .on(table.videoId, table.ageCategory, table.lockedAt)
      .where(sql`${table.resetAt} is null and ${table.lockedAt} is not null`),
    // For the metrics of a day. Likewise, only the last answer of an attempt updates the index.
    index('attempts_locked')
      .on(table.lockedAt)
      .where(sql`${table.lockedAt} is not null`),
    check('attempts_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
  ],
)

/** One answer for each question of an attempt: the primary key prevents a second one. */
export const answers = pgTable(
  'answers',
  {
    attemptId: uuid()
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    questionId: uuid().notNull(),
    answer: text().notNull(),
    correct: boolean().notNull(),
    points: integer().notNull(),
    answeredAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.attemptId, table.questionId] }),
    check('answers_points', sql`${table.points} = case when ${table.correct} then 10 else 0 end`),
  ],
)

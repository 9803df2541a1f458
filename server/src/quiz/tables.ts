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

/** One spreadsheet that was taken in whole; undoing it takes its questions out again. */
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
    /** The form under which a question is unique for its video and category. */
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
 * The attempts of a student at a video in a category: one that counts, and those that an admin took back. `paper` is its own copy of the questions, in its own order,
 * with their answers: editing or deleting a question never changes a running or finished attempt.
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
    paper: jsonb().$type<SnapshotQuestion[]>().notNull(),
    questionCount: integer().notNull(),
    answeredCount: integer().notNull().default(0),
    correctCount: integer().notNull().default(0),
    startedAt: instant().notNull(),
    deadline: instant().notNull(),
    lockedAt: instant(),
    /** An admin took the attempt back: its points are gone, its answers stay, and the student may try again. */
    resetAt: instant(),
    /** Why, in the words of that admin; they go with the student's account. */
    resetReason: text(),
  },
  (table) => [
    uniqueIndex('attempts_once')
      .on(table.studentId, table.videoId, table.ageCategory)
      .where(sql`${table.resetAt} is null`),
    // Those that were reset too: for the history, and for the deleting of a student.
    index('attempts_student').on(table.studentId),
    index('attempts_open')
      .on(table.deadline)
      .where(sql`${table.lockedAt} is null`),
    // For the statistics of questions. An attempt enters when it locks, so no answer but the last one moves it.
    index('attempts_finished')
      .on(table.videoId, table.ageCategory, table.lockedAt)
      .where(sql`${table.resetAt} is null and ${table.lockedAt} is not null`),
    // For counting a day: its quizzes, and who took one. No answer but the last one moves it either.
    index('attempts_locked')
      .on(table.lockedAt)
      .where(sql`${table.lockedAt} is not null`),
    check('attempts_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
  ],
)

/** One answer to each question of an attempt; the key makes 'once' true. */
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

// Tables of what counts for the streak besides attempts: pauses and practice.
import { pauseSetters } from '@baobab/contract/quiz/endpoints.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { admins, students } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'
import { videos } from '../videos/tables.ts'

/**
 * Days, including first and last, that do not break a student's streak: illness or exams. The reason is private, so it is not
 * stored.
 */
export const streakPauses = pgTable(
  'streak_pauses',
  {
    id: newId(),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    firstDay: date({ mode: 'string' }).notNull(),
    lastDay: date({ mode: 'string' }).notNull(),
    setBy: text({ enum: pauseSetters }).notNull(),
    /** The admin who set it; null for a guardian. */
    adminId: uuid().references(() => admins.id),
    createdAt: instant().notNull(),
  },
  (table) => [
    index('streak_pauses_student').on(table.studentId, table.firstDay),
    check('streak_pauses_days', sql`${table.lastDay} - ${table.firstDay} between 0 and 59`),
    check('streak_pauses_admin', sql`(${table.setBy} = 'admin') = (${table.adminId} is not null)`),
  ],
)

/**
 * A student's first answer to a practised question on a day. It earns no points, counts as a day of the streak, and shows
 * admins whether students remember.
 */
export const practiceAnswers = pgTable(
  'practice_answers',
  {
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    /** A question from an attempt's snapshot, which may have been deleted since. */
    questionId: uuid().notNull(),
    /** The Lagos date. */
    day: date({ mode: 'string' }).notNull(),
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    ageCategory: text({ enum: ['5-10', '11-20'] }).notNull(),
    isCorrect: boolean().notNull(),
    answeredAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.studentId, table.day, table.questionId] }),
    index('practice_answers_quiz').on(table.videoId, table.ageCategory),
    check('practice_answers_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
  ],
)

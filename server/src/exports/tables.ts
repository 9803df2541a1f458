import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { admins } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'
import { videos } from '../videos/tables.ts'

/** A list that was asked for as a file: made by a job, kept for a day, opened by a signed link. */
export const exportFiles = pgTable(
  'export_files',
  {
    id: newId(),
    adminId: uuid()
      .notNull()
      .references(() => admins.id),
    what: text({ enum: ['students', 'audit', 'payments'] }).notNull(),
    format: text({ enum: ['csv', 'xlsx'] }).notNull(),
    /** The filters of the list, as the contract has them; the words of a search only until the file is made. */
    filters: jsonb().$type<Record<string, string>>().notNull(),
    state: text({ enum: ['waiting', 'ready', 'failed'] }).notNull(),
    rowCount: integer(),
    fileKey: text(),
    createdAt: instant().notNull(),
    finishedAt: instant(),
  },
  (table) => [index('export_files_admin').on(table.adminId, table.createdAt)],
)

/** Figures of days that are over, added up once: no chart reads millions of rows. `ageCategory` may be 'none'. */
export const dailyMetrics = pgTable(
  'daily_figures',
  {
    day: date({ mode: 'string' }).notNull(),
    figure: text({ enum: ['registrations', 'active', 'watched', 'quizzes', 'payments', 'paid-kobo'] }).notNull(),
    ageCategory: text({ enum: ['5-10', '11-20', 'none'] }).notNull(),
    value: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.figure, table.ageCategory] })],
)

/** The same of each video: how often it was watched and its quizzes were finished. Where nothing was, no row is. */
export const dailyVideoMetrics = pgTable(
  'daily_video_figures',
  {
    day: date({ mode: 'string' }).notNull(),
    figure: text({ enum: ['watched', 'quizzes'] }).notNull(),
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    value: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.figure, table.videoId] })],
)

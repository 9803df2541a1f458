import { bigint, date, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { videos } from '../videos/tables.ts'

/** Counts for past days, so that no chart has to read millions of rows. Days without events have rows with 0. */
export const dailyMetrics = pgTable(
  'daily_figures',
  {
    day: date({ mode: 'string' }).notNull(),
    metric: text('figure', {
      enum: ['registrations', 'active', 'watched', 'quizzes', 'payments', 'paid-kobo'],
    }).notNull(),
    ageCategory: text({ enum: ['5-10', '11-20', 'none'] }).notNull(),
    value: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.metric, table.ageCategory] })],
)

/** How often each video was watched and its quizzes were finished, per day. A count of 0 has no row. */
export const dailyVideoMetrics = pgTable(
  'daily_video_figures',
  {
    day: date({ mode: 'string' }).notNull(),
    metric: text('figure', { enum: ['watched', 'quizzes'] }).notNull(),
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    value: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.metric, table.videoId] })],
)

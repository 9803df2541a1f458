import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { admins, students } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'
import type { Stream } from './stream.ts'

/** A deleted video keeps its row, because answers and points point to it; its title and files go (decisions 3). */
export const videos = pgTable(
  'videos',
  {
    id: newId(),
    title: text().notNull(),
    titleKey: text().notNull(),
    description: text().notNull(),
    access: text({ enum: ['free', 'premium'] }).notNull(),
    position: integer().notNull(),
    state: text({ enum: ['processing', 'ready', 'failed'] }).notNull(),
    failure: text(),
    file: text(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    durationSeconds: real(),
    poster: text(),
    captions: text(),
    /** Whether browsers play the file as it is; while its stream is made, and where none can be. */
    plays: boolean().notNull().default(false),
    stream: jsonb().$type<Stream>(),
    /** How far the making of the stream is, 0 to 100; null where none is being made. */
    progress: integer(),
    transcript: text('story').notNull().default(''),
    createdAt: instant().notNull(),
    deletedAt: instant(),
  },
  (table) => [
    uniqueIndex('videos_title_key')
      .on(table.titleKey)
      .where(sql`${table.deletedAt} is null`),
    index('videos_position').on(table.position),
    check('videos_access', sql`${table.access} in ('free', 'premium')`),
    check('videos_state', sql`${table.state} in ('processing', 'ready', 'failed')`),
  ],
)

/** Titles a video once had; they lead to it until another video takes them (decisions 3). */
export const formerTitles = pgTable('former_titles', {
  titleKey: text().primaryKey(),
  videoId: uuid()
    .notNull()
    .references(() => videos.id),
})

/** What a student has seen of a video. */
export const watches = pgTable(
  'watches',
  {
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    positionSeconds: real().notNull().default(0),
    seenAt: instant().notNull(),
    watchedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.studentId, table.videoId] }),
    // For counting a day. The saving of a place in a film does not touch it.
    index('watches_watched')
      .on(table.watchedAt)
      .where(sql`${table.watchedAt} is not null`),
  ],
)

/** A resumable upload that nobody has taken yet. Its bytes stand in the folder of uploads, and their count is its offset. */
export const resumableUploads = pgTable(
  'resumables',
  {
    /** 32 hexadecimal digits; also the name of its file. */
    id: text().primaryKey(),
    adminId: uuid()
      .notNull()
      .references(() => admins.id),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    /** When it was last sent to; a day later it goes. */
    touchedAt: instant().notNull(),
    /** Whoever writes it now, until when unless it says again, and whether another waits for it. */
    holder: uuid(),
    heldUntil: instant(),
    isWanted: boolean().notNull().default(false),
  },
  (table) => [index('resumables_touched_at').on(table.touchedAt)],
)

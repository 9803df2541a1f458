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
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Language } from '@baobab/contract/kernel/languages.ts'
import { moralValues, speechChoices, type MoralValue } from '@baobab/contract/videos/endpoints.ts'
import { VIDEO_VALUES_MAX } from '@baobab/contract/videos/rules.ts'
import { admins, students } from '../accounts/tables.ts'
import { instant, multirange, newId, seconds } from '../platform/database/columns.ts'
import type { Stream } from './stream.ts'

/** Series of videos, in the order of their positions. */
export const series = pgTable(
  'series',
  {
    id: newId(),
    title: text().notNull(),
    titleKey: text().notNull(),
    description: text().notNull(),
    position: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [uniqueIndex('series_title_key').on(table.titleKey)],
)

const valueList = sql.raw(`array[${moralValues.map((value) => `'${value}'`).join(', ')}]`)

/**
 * A deleted video keeps its row, because answers and points refer to it. Its title is removed at once, and its files as
 * soon as the deletion can no longer be undone.
 */
export const videos = pgTable(
  'videos',
  {
    id: newId(),
    title: text().notNull(),
    titleKey: text().notNull(),
    description: text().notNull(),
    access: text({ enum: ['free', 'premium'] }).notNull(),
    /** Deleted videos keep theirs, so that undo puts them back where they were. */
    position: integer().notNull(),
    /** Identifies the last move in the list, so that undo can tell whether the video was moved since. */
    lastMove: uuid(),
    state: text({ enum: ['processing', 'ready', 'failed'] }).notNull(),
    failure: text(),
    file: text(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    /** The hash of the file as it arrived, which differs from `sha256` if it was rewritten; null for older videos. */
    uploadSha256: text(),
    durationSeconds: seconds(),
    poster: text(),
    /** The key of the English captions. */
    captions: text(),
    /** The keys of the captions in other languages. */
    otherCaptions: jsonb().$type<Partial<Record<Exclude<Language, 'en'>, string>>>().notNull().default({}),
    /** Whether browsers can play `file` itself. Students get it until the stream is made, or if none can be made. */
    plays: boolean().notNull().default(false),
    stream: jsonb().$type<Stream>(),
    /** Progress of the stream's encoding, 0 to 100; null while none is being encoded. */
    progress: integer(),
    /** Identifies the last start of its encoding: jobs of earlier starts are obsolete. Null until it is started again. */
    encoding: uuid(),
    transcript: text('story').notNull().default(''),
    /** Its moral values. A deleted video keeps them, so that students keep their badges. */
    values: text().array().$type<MoralValue[]>().notNull().default([]),
    /** Whether somebody speaks in it. */
    speech: text({ enum: speechChoices }).notNull().default('unknown'),
    seriesId: uuid().references(() => series.id),
    seriesPosition: integer(),
    createdAt: instant().notNull(),
    /** Only admins see a draft. */
    isDraft: boolean().notNull().default(false),
    /** When students see it, compared with the clock by every read; null for immediately, and for a draft. */
    publishAt: instant(),
    deletedAt: instant(),
  },
  (table) => [
    uniqueIndex('videos_title_key')
      .on(table.titleKey)
      .where(sql`${table.deletedAt} is null`),
    index('videos_position').on(table.position),
    index('videos_series').on(table.seriesId),
    check(
      'videos_values',
      sql`cardinality(${table.values}) <= ${sql.raw(String(VIDEO_VALUES_MAX))} and ${table.values} <@ ${valueList}`,
    ),
    check('videos_series', sql`num_nulls(${table.seriesId}, ${table.seriesPosition}) in (0, 2)`),
    check('videos_draft', sql`not (${table.isDraft} and ${table.publishAt} is not null)`),
    check('videos_access', sql`${table.access} in ('free', 'premium')`),
    check('videos_speech', sql`${table.speech} in ('unknown', 'spoken', 'none')`),
    check('videos_state', sql`${table.state} in ('processing', 'ready', 'failed')`),
  ],
)

/** Former titles of a video. They lead to it until another video takes them. */
export const formerTitles = pgTable('former_titles', {
  titleKey: text().primaryKey(),
  videoId: uuid()
    .notNull()
    .references(() => videos.id),
})

/** A student's progress in a video. */
export const watches = pgTable(
  'watches',
  {
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    positionSeconds: seconds().notNull().default(0),
    seenAt: instant().notNull(),
    watchedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.studentId, table.videoId] }),
    // Counts the videos watched in a day. Saving progress does not update this index.
    index('watches_watched')
      .on(table.watchedAt)
      .where(sql`${table.watchedAt} is not null`),
  ],
)

/** What a student has really played of a video. Badges and certificates depend on it, not on `watches.watchedAt`. */
export const plays = pgTable(
  'plays',
  {
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    /** Whole seconds of the video. */
    played: multirange()
      .notNull()
      .default(sql`'{}'`),
    /** When the first report arrived: nobody can have played more seconds than twice the time since then. */
    startedAt: instant().notNull(),
    /** When 90 % of its seconds had been played, or its transcript had been read. */
    playedAt: instant(),
    /**
     * Quizzes that ended by this time count with any score, because badges of earlier releases needed no right answers. Null
     * for videos played since then.
     */
    anyScoreUntil: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.studentId, table.videoId] }),
    check('plays_times', sql`${table.playedAt} >= ${table.startedAt}`),
  ],
)

/** The videos that a student wants to find again. */
export const bookmarks = pgTable(
  'bookmarks',
  {
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    createdAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.studentId, table.videoId] })],
)

/**
 * A resumable upload, from its beginning until a day after its last request. The bytes are in the folder of uploads,
 * and the size of that file is the offset at which the upload continues; with an object store they are in `pieces`.
 */
export const resumableUploads = pgTable(
  'resumables',
  {
    /** 32 hexadecimal digits; also the name of its file. */
    id: text().primaryKey(),
    adminId: uuid()
      .notNull()
      .references(() => admins.id),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    /** The keys of its pieces in the object store, in order, and their total size in bytes. */
    pieces: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    storedBytes: bigint({ mode: 'number' }).notNull().default(0),
    /** The time of the last request; uploads older than a day are removed. */
    touchedAt: instant().notNull(),
    /**
     * The video that the upload became. Its file is removed, but the row remains, so that a form sent again gets the
     * same video.
     */
    videoId: uuid().references(() => videos.id, { onDelete: 'cascade' }),
    /**
     * The lease of the request that is writing the upload: its holder, when it expires unless renewed, and whether
     * another request is waiting.
     */
    holder: uuid(),
    heldUntil: instant(),
    isWanted: boolean().notNull().default(false),
  },
  (table) => [index('resumables_touched_at').on(table.touchedAt)],
)

export type VideoRow = typeof videos.$inferSelect
export type SeriesRow = typeof series.$inferSelect
export type PlayRow = typeof plays.$inferSelect
export type WatchRow = typeof watches.$inferSelect
export type ResumableUploadRow = typeof resumableUploads.$inferSelect

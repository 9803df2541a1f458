// No row references two students: ids of pairs are plain columns, and this feature erases them.
import type { SnapshotQuestion } from '../quiz/rules.ts'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { students } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'
import { videos } from '../videos/tables.ts'

const sides = ['low', 'high'] as const

/** The code by which others find a student. A student who has asked for none has no row. */
export const friendCodes = pgTable(
  'friend_codes',
  {
    studentId: uuid()
      .primaryKey()
      .references(() => students.id, { onDelete: 'cascade' }),
    code: text().notNull(),
    madeAt: instant().notNull(),
  },
  (table) => [uniqueIndex('friend_codes_code').on(table.code)],
)

/** Two students: one has asked, and once the other has agreed they are friends. The lower id comes first. */
export const friendships = pgTable(
  'friendships',
  {
    id: newId(),
    lowId: uuid().notNull(),
    highId: uuid().notNull(),
    /** Which of the two asked. */
    requestedBy: text({ enum: sides }).notNull(),
    requestedAt: instant().notNull(),
    agreedAt: instant(),
  },
  (table) => [
    uniqueIndex('friendships_once').on(table.lowId, table.highId),
    index('friendships_high').on(table.highId),
    index('friendships_open')
      .on(table.requestedAt)
      .where(sql`${table.agreedAt} is null`),
    check('friendships_order', sql`${table.lowId} < ${table.highId}`),
    check('friendships_requested_by', sql`${table.requestedBy} in ('low', 'high')`),
  ],
)

export type FriendshipRow = typeof friendships.$inferSelect

/** A challenge: the same questions for both friends. It ends with their friendship. */
export const friendChallenges = pgTable(
  'friend_challenges',
  {
    id: newId(),
    friendshipId: uuid()
      .notNull()
      .references(() => friendships.id, { onDelete: 'cascade' }),
    madeBy: text({ enum: sides }).notNull(),
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    ageCategory: text({ enum: ['5-10', '11-20'] }).notNull(),
    questions: jsonb().$type<SnapshotQuestion[]>().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('friend_challenges_friendship').on(table.friendshipId, table.createdAt),
    index('friend_challenges_video').on(table.videoId),
    index('friend_challenges_created').on(table.createdAt),
    check('friend_challenges_made_by', sql`${table.madeBy} in ('low', 'high')`),
    check('friend_challenges_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
  ],
)

export type ChallengeRow = typeof friendChallenges.$inferSelect

export type TurnAnswer = { questionId: string; answer: string; isCorrect: boolean }

/** One student's turn in a challenge. */
export const challengeTurns = pgTable(
  'challenge_turns',
  {
    challengeId: uuid()
      .notNull()
      .references(() => friendChallenges.id, { onDelete: 'cascade' }),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    startedAt: instant().notNull(),
    seconds: integer().notNull(),
    deadline: instant().notNull(),
    answers: jsonb().$type<TurnAnswer[]>().notNull().default([]),
    /** When the last question was answered, or the time was up. */
    finishedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.challengeId, table.studentId] }),
    index('challenge_turns_student').on(table.studentId),
    index('challenge_turns_open')
      .on(table.deadline)
      .where(sql`${table.finishedAt} is null`),
  ],
)

export type TurnRow = typeof challengeTurns.$inferSelect

/** The last day on which a student was notified of something about another student, so that it happens once a day. */
export const friendNotifications = pgTable(
  'friend_notifications',
  {
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    otherId: uuid().notNull(),
    /** The Lagos date. */
    day: date({ mode: 'string' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.studentId, table.otherId] }),
    index('friend_notifications_other').on(table.otherId),
    index('friend_notifications_day').on(table.day),
  ],
)

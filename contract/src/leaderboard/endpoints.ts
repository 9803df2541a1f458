// The leaderboard of an age category, and a student's own rank in it.
import { z } from 'zod'
import { DEFAULT_CATEGORY } from '../accounts/rules.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { commonText } from '../kernel/text.ts'

/** The number of entries shown above and below a student's own. */
export const NEIGHBOURS = 3
/** The number of entries on a leaderboard. */
export const LEADERBOARD_SIZE = 1_000

export const leaderboardText = {
  ageCategory: 'Age category',
  boardLoading: 'Loading leaderboard...',
  boardFailed: 'Failed to load leaderboard.',
  rankLoading: 'Loading your rank...',
  rankFailed: 'Failed to load your rank.',
} as const

const group = 'Leaderboard'
const categoryQuery = z.strictObject({ ageCategory: z._default(field.ageCategory, DEFAULT_CATEGORY) })

export const LeaderboardEntry = z
  .object({
    _id: z.string(),
    username: z.string(),
    score: z.number().int(),
    rank: z.number().int(),
    /** The drawn picture; never a photo. Absent if it was chosen before boards showed pictures, when it was private. */
    avatar: z.optional(field.avatar),
    /** Set while an admin is checking how the points were earned. Points and rank do not change. */
    held: z.literal(true).optional(),
  })
  .meta({ id: 'LeaderboardEntry' })
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>

export const leaderboard = endpoint({
  group,
  method: 'GET',
  path: '/api/leaderboard',
  who: 'anyone',
  summary: `The first ${LEADERBOARD_SIZE} of a category, in order, with competition ranks`,
  query: categoryQuery,
  reply: z.array(LeaderboardEntry),
})

export const liveBoard = endpoint({
  group,
  method: 'GET',
  path: '/api/leaderboard/live',
  who: 'anyone',
  summary: "A stream of server-sent events: the board's tag now, and again whenever the board changes",
  query: categoryQuery,
  reply: z.string(),
})

export const myRank = endpoint({
  group,
  method: 'GET',
  path: '/api/leaderboard/rank',
  who: 'student',
  summary: "The student's own rank in a category; null before the first answer",
  unauthorised: commonText.notLoggedIn,
  query: categoryQuery,
  reply: z.object({ rank: z.number().int().nullable(), score: z.number().int(), total: z.number().int() }),
})

/** The student's own entry and those around it, in the order of the board. */
export const Neighbours = z
  .object({
    above: z.array(LeaderboardEntry),
    /** Null for a student who is not on the category's board, or who hides neighbours. */
    me: LeaderboardEntry.nullable(),
    below: z.array(LeaderboardEntry),
    /** The last entry with more points: the next one to overtake. If entries are tied, it may be further up than `above`. */
    next: LeaderboardEntry.nullable(),
    /** The student's rank at the start of this week, Monday 00:00 in Lagos; null if there is nothing to compare with. */
    rankOnMonday: z.number().int().nullable(),
    /** Whether the student hides neighbours and movement. */
    isHidden: z.boolean(),
  })
  .meta({ id: 'Neighbours' })
export type Neighbours = z.infer<typeof Neighbours>

export const neighbours = endpoint({
  group,
  method: 'GET',
  path: '/api/leaderboard/neighbours',
  who: 'student',
  summary: `The student's own entry in a category, up to ${NEIGHBOURS} above and below it, and the next one to pass`,
  unauthorised: commonText.notLoggedIn,
  query: categoryQuery,
  reply: Neighbours,
})

/** Whether a student hides neighbours and movement; nothing else changes. */
export const MovementSetting = z.strictObject({ hidesMovement: z.boolean('Say yes or no') })

export const readMovementSetting = endpoint({
  group,
  method: 'GET',
  path: '/student/movement-setting',
  who: 'student',
  summary: 'Whether the student hides neighbours and movement on the leaderboard',
  reply: MovementSetting,
})

export const changeMovementSetting = endpoint({
  group,
  method: 'PUT',
  path: '/student/movement-setting',
  who: 'student',
  summary: 'Hides neighbours and movement on the leaderboard from the student, or shows them again',
  body: MovementSetting,
  reply: MovementSetting,
})

// The leaderboard of an age category, and a student's own rank in it.
import { z } from 'zod'
import { DEFAULT_CATEGORY } from './age.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { LEADERBOARD_SIZE } from './limits.ts'
import { commonText } from './common-text.ts'

const group = 'Leaderboard'
const categoryQuery = z.strictObject({ ageCategory: field.ageCategory.default(DEFAULT_CATEGORY) })

export const LeaderboardEntry = z
  .object({
    _id: z.string(),
    username: z.string(),
    score: z.number().int(),
    rank: z.number().int(),
    /** Set while an admin is checking how the points were earned. The points and the rank stay. */
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

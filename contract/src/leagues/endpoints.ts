// The weekly league: up to thirty students of one age group with similar points. It changes no points, leaderboard or draw.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { leagueOutcomes, leagueTiers } from './text.ts'

const group = 'Leagues'

/** What the week has brought so far, or would bring if it ended now. */
const outcome = z.enum(leagueOutcomes)
const tier = z.enum(leagueTiers)

export const LeagueRow = z
  .object({
    username: z.string(),
    /** The drawn picture, as on the leaderboard. */
    avatar: z.optional(field.avatar),
    /** The points of this week's answers. */
    points: z.number().int(),
    outcome,
    isMe: z.boolean(),
  })
  .meta({ id: 'LeagueRow' })
export type LeagueRow = z.infer<typeof LeagueRow>

export const MyLeague = z
  .object({
    tier,
    /** The start of next week, Monday 00:00 in Lagos. */
    endsAt: field.instant,
    /** The group in order, from position 1. Empty until the student has answered a question this week. */
    rows: z.array(LeagueRow),
    /** Why the student cannot join; null for everybody else. */
    closedBecause: z.enum(['age', 'disqualified']).nullable(),
    /** How last week ended; null if the student was in no league. */
    lastWeek: z
      .object({ tier, monday: z.string(), points: z.number().int(), position: z.number().int(), outcome })
      .nullable(),
    /** Whether the student does not want to be compared with others, so that only the league page shows the league. */
    isHidden: z.boolean(),
  })
  .meta({ id: 'MyLeague' })
export type MyLeague = z.infer<typeof MyLeague>

export const myLeague = endpoint({
  group,
  method: 'GET',
  path: '/api/leagues/mine',
  who: 'student',
  summary: "The student's league of this week. A student who has answered a question this week joins one",
  reply: MyLeague,
})

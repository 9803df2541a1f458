import { myLeague, type MyLeague } from '@baobab/contract/leagues/endpoints.ts'
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { serverDate } from '../api/server-time.ts'

const DAY_MS = 86_400_000
/** How often the open page of the league asks again. */
const POLL_MS = 60_000

/** Reads the student's league. `isLive`: asks again while the page is open. */
export function useLeague({ isLive = false } = {}) {
  return useQuery({ ...apiQuery(myLeague, {}), refetchInterval: isLive && POLL_MS })
}

/** Returns the days until the week ends, including today. */
export function daysLeft({ endsAt }: Pick<MyLeague, 'endsAt'>, now = serverDate()): number {
  return Math.max(1, Math.ceil((Date.parse(endsAt) - now.getTime()) / DAY_MS))
}

/** Returns the student's position, 0 if they are in no league. */
export function positionIn({ rows }: Pick<MyLeague, 'rows'>): number {
  return rows.findIndex(({ isMe }) => isMe) + 1
}

/** Returns the fewest points that take the student past the last who goes up; undefined if they already do, or nobody does. */
export function pointsToRise(rows: MyLeague['rows']): number | undefined {
  const me = rows.find(({ isMe }) => isMe)
  const last = rows.findLast(({ outcome }) => outcome === 'rises')
  if (!me || !last || me.outcome === 'rises') return undefined
  return (Math.floor((last.points - me.points) / POINTS_PER_ANSWER) + 1) * POINTS_PER_ANSWER
}

import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { leaderboard, myRank, neighbours } from '@baobab/contract/leaderboard/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'

/** How often a visible page polls while it has no event stream. */
const POLL_MS = 15_000
/** The student's own rank may change far below the top 1,000, where the stream sends no events. */
const OWN_RANK_POLL_MS = 60_000

/** @param isLive whether the page follows the board's event stream (use-live-board.ts), which refetches it */
export function useBoard(ageCategory: AgeCategory, isLive = false) {
  return useQuery({ ...apiQuery(leaderboard, { query: { ageCategory } }), refetchInterval: isLive ? false : POLL_MS })
}

/** The student's own rank in a category; not requested for visitors or without a category. */
export function useMyRank(ageCategory: AgeCategory | null, isLive = false) {
  const isStudent = useStudentSession() !== undefined
  return useQuery({
    ...apiQuery(myRank, { query: { ageCategory: ageCategory ?? undefined } }),
    enabled: isStudent && ageCategory !== null,
    refetchInterval: isLive ? OWN_RANK_POLL_MS : POLL_MS,
  })
}

/** The student's own entry in a category and those around it; not requested for visitors or without a category. */
export function useNeighbours(ageCategory: AgeCategory | null) {
  const isStudent = useStudentSession() !== undefined
  return useQuery({
    ...apiQuery(neighbours, { query: { ageCategory: ageCategory ?? undefined } }),
    enabled: isStudent && ageCategory !== null,
    refetchInterval: OWN_RANK_POLL_MS,
  })
}

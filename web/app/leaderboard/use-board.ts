import type { AgeCategory } from '@baobab/contract/age.ts'
import { leaderboard, myRank } from '@baobab/contract/leaderboard.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'

/** While the page is open and to be seen, a board that does not tell of its changes is read again this often. */
const AGAIN_MS = 15_000
/** One's own place can also move far below the board, of which its stream says nothing. */
const OWN_AGAIN_MS = 60_000

/** @param isLive the page follows the board's stream (use-live-board.ts), which says when to read it again */
export function useBoard(ageCategory: AgeCategory, isLive = false) {
  return useQuery({ ...apiQuery(leaderboard, { query: { ageCategory } }), refetchInterval: isLive ? false : AGAIN_MS })
}

/** One's own place in a category; asks nothing where nobody is logged in or no category is known. */
export function useMyRank(ageCategory: AgeCategory | null, isLive = false) {
  const isStudent = useStudentSession() !== undefined
  return useQuery({
    ...apiQuery(myRank, { query: { ageCategory: ageCategory ?? undefined } }),
    enabled: isStudent && ageCategory !== null,
    refetchInterval: isLive ? OWN_AGAIN_MS : AGAIN_MS,
  })
}

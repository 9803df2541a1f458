import type { AgeCategory } from '@baobab/contract/age.ts'
import { leaderboard, myRank } from '@baobab/contract/leaderboard.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../api/q.ts'
import { useStudentSession } from '../api/session.ts'

/** While the page is open and to be seen, a board is read again this often. */
const AGAIN_MS = 15_000

export function useBoard(ageCategory: AgeCategory) {
  return useQuery({ ...q(leaderboard, { query: { ageCategory } }), refetchInterval: AGAIN_MS })
}

/** One's own place in a category; asks nothing where nobody is logged in or no category is known. */
export function useMyRank(ageCategory: AgeCategory | null) {
  const isStudent = useStudentSession() !== undefined
  return useQuery({
    ...q(myRank, { query: { ageCategory: ageCategory ?? undefined } }),
    enabled: isStudent && ageCategory !== null,
    refetchInterval: AGAIN_MS,
  })
}

import type { LeaderboardEntry } from '@baobab/contract/leaderboard/endpoints.ts'
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'

/**
 * Returns the student directly above a score, and the fewest points needed to pass them; undefined for the highest
 * score.
 * @param board in order of rank
 */
export function pointsToPass(
  board: readonly LeaderboardEntry[],
  score: number,
): { username: string; points: number } | undefined {
  const next = board.findLast((entry) => entry.score > score)
  if (!next) return undefined
  const answers = Math.floor((next.score - score) / POINTS_PER_ANSWER) + 1
  return { username: next.username, points: answers * POINTS_PER_ANSWER }
}

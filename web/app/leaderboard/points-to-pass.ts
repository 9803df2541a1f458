import type { LeaderboardEntry } from '@baobab/contract/leaderboard.ts'
import { POINTS_PER_ANSWER } from '@baobab/contract/limits.ts'

/**
 * Who stands next above a score, and the fewest points that lead past them.
 * @param board in order, best first
 */
export function pointsToPass(
  board: readonly LeaderboardEntry[],
  score: number,
): { username: string; points: number } | undefined {
  const above = board.findLast((entry) => entry.score > score)
  if (!above) return undefined
  const answers = Math.floor((above.score - score) / POINTS_PER_ANSWER) + 1
  return { username: above.username, points: answers * POINTS_PER_ANSWER }
}

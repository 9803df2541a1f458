import type { Review } from '@baobab/contract/quiz/endpoints.ts'

export const resultTiers = ['hard', 'start', 'good', 'perfect'] as const
export type ResultTier = (typeof resultTiers)[number]

/** Returns the tier of a result by its share of correct answers: below 40 %, below 70 %, below all, and all of them. */
export function findTier({ score, maxScore }: Pick<Review, 'score' | 'maxScore'>): ResultTier {
  const share = maxScore === 0 ? 0 : score / maxScore
  if (share >= 1) return 'perfect'
  if (share >= 0.7) return 'good'
  return share >= 0.4 ? 'start' : 'hard'
}

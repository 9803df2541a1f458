// What is computed for a guardian from a child's numbers.

/** Returns the mean of the scores in per cent, rounded; null without a score. Quizzes whose questions were all voided have none. */
export function meanPercent(results: readonly { score: number; maxScore: number }[]): number | null {
  const scored = results.filter(({ maxScore }) => maxScore > 0)
  if (scored.length === 0) return null
  const sum = scored.reduce((total, { score, maxScore }) => total + score / maxScore, 0)
  return Math.round((sum / scored.length) * 100)
}

/**
 * Returns when a child was last active. `lastActiveAt` starts with the account and changes once a day at most, so newer traces
 * count too. Null if there is no trace besides the opening of the account.
 */
export function findLastActive({
  createdAt,
  lastActiveAt,
  lastSeenAt,
  startedAt,
}: {
  createdAt: Date
  lastActiveAt: Date
  lastSeenAt: Date | null
  startedAt: Date | null
}): Date | null {
  const traces = [lastSeenAt, startedAt, lastActiveAt > createdAt ? lastActiveAt : null].filter((at) => at !== null)
  return traces.length === 0 ? null : new Date(Math.max(...traces.map((at) => at.getTime())))
}

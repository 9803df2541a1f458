/** Returns the competition rank (1, 2, 2, 4) of each score in a list ordered from the highest. */
export function competitionRanks(scores: readonly number[]): number[] {
  const ranks: number[] = []
  for (const [index, score] of scores.entries())
    ranks.push(index > 0 && scores[index - 1] === score ? (ranks[index - 1] ?? 1) : index + 1)
  return ranks
}

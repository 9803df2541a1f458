// Competition ranks: 1, 2, 2, 4 (decisions 5).

/** The rank of each score in a list that is already ordered from the highest. */
export function competitionRanks(scores: readonly number[]): number[] {
  const ranks: number[] = []
  for (const [index, score] of scores.entries())
    ranks.push(index > 0 && scores[index - 1] === score ? (ranks[index - 1] ?? 1) : index + 1)
  return ranks
}

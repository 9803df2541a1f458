import { useEffect, useState } from 'react'

/**
 * How many places one has risen (or fallen, below zero) since the last visit on this phone.
 * @param key names student and category
 * @param rank null before the first answer, undefined while it is not known
 */
export function useRankChange(key: string, rank: number | null | undefined): number {
  const [before, setBefore] = useState<{ key: string; rank: number | undefined }>()
  if (before?.key !== key) setBefore({ key, rank: readRank(key) })

  useEffect(() => {
    if (typeof rank === 'number') keepRank(key, rank)
  }, [key, rank])

  return typeof rank === 'number' && before?.rank !== undefined ? before.rank - rank : 0
}

function readRank(key: string): number | undefined {
  try {
    const rank = Number(localStorage.getItem(key))
    return Number.isInteger(rank) && rank > 0 ? rank : undefined
  } catch {
    return undefined
  }
}

function keepRank(key: string, rank: number): void {
  try {
    localStorage.setItem(key, String(rank))
  } catch {
    // Without storage there is no movement to tell.
  }
}

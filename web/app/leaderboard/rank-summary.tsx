import type { AgeCategory } from '@baobab/contract/age.ts'
import { useEffect, useState } from 'react'
import { Chip } from '../ui/chip.tsx'
import { text } from './text.ts'

type Props = { username: string; category: AgeCategory; rank: number; score: number; total: number }

/** The student's rank and score, and how the rank has changed since the last visit. */
export function RankSummary({ username, category, rank, score, total }: Props) {
  return (
    <>
      <p className="board__rank">
        <span className="d">{rank.toLocaleString('en-NG')}</span>
        <span className="muted">{text.totalAndScore(total, score)}</span>
      </p>
      <RankAnnouncement key={category} rank={rank} />
      <RankChange storageKey={`rank_${username}_${category}`} rank={rank} />
    </>
  )
}

/** Announces a new rank to screen readers while the page is open. Other changes of the leaderboard stay silent. */
function RankAnnouncement({ rank }: { rank: number }) {
  const [initialRank, setInitialRank] = useState<number | undefined>(rank)
  if (initialRank !== undefined && initialRank !== rank) setInitialRank(undefined)
  return (
    <p className="sr" role="status">
      {initialRank === undefined && text.rankIsNow(rank.toLocaleString('en-NG'))}
    </p>
  )
}

/** Shows how many places the student has moved since the last visit; nothing if the rank is the same. */
function RankChange({ storageKey, rank }: { storageKey: string; rank: number }) {
  const places = useRankChange(storageKey, rank)
  if (places === 0) return null
  return (
    <p>
      {places > 0 ? (
        <Chip kind="ok" icon="arrow-up">
          {text.placesUp(places)}
        </Chip>
      ) : (
        <Chip kind="warn" icon="arrow-down">
          {text.placesDown(-places)}
        </Chip>
      )}
    </p>
  )
}

/** Returns how many places the rank has risen (negative: fallen) since it was last stored on this device. */
function useRankChange(storageKey: string, rank: number): number {
  const [previous, setPrevious] = useState<{ storageKey: string; rank: number | undefined }>()
  if (previous?.storageKey !== storageKey) setPrevious({ storageKey, rank: readRank(storageKey) })

  useEffect(() => storeRank(storageKey, rank), [storageKey, rank])

  return previous?.rank === undefined ? 0 : previous.rank - rank
}

function readRank(storageKey: string): number | undefined {
  try {
    const rank = Number(localStorage.getItem(storageKey))
    return Number.isInteger(rank) && rank > 0 ? rank : undefined
  } catch {
    return undefined
  }
}

function storeRank(storageKey: string, rank: number): void {
  try {
    localStorage.setItem(storageKey, String(rank))
  } catch {
    // Without storage the next visit shows no change.
  }
}

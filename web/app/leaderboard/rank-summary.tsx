import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { useState } from 'react'
import { Chip } from '../ui/chip.tsx'
import { text } from './text.ts'

type Props = {
  category: AgeCategory
  rank: number
  score: number
  total: number
  /** Null if there is nothing to compare with, or the student hides it. */
  rankOnMonday: number | null | undefined
}

/** The student's rank and score, and how the rank has changed this week. */
export function RankSummary({ category, rank, score, total, rankOnMonday }: Props) {
  return (
    <>
      <p className="board__rank">
        <span className="d">{rank.toLocaleString('en-NG')}</span>
        <span className="muted">{text.totalAndScore(total, score)}</span>
      </p>
      <RankAnnouncement key={category} rank={rank} />
      <WeekMovement rank={rank} rankOnMonday={rankOnMonday} />
    </>
  )
}

/** Announces a new rank to screen readers while the page is open. Other leaderboard changes stay silent. */
function RankAnnouncement({ rank }: { rank: number }) {
  const [initialRank, setInitialRank] = useState<number | undefined>(rank)
  if (initialRank !== undefined && initialRank !== rank) setInitialRank(undefined)
  return (
    <p className="sr" role="status">
      {initialRank === undefined && text.rankIsNow(rank.toLocaleString('en-NG'))}
    </p>
  )
}

/** Shows how many ranks the student has moved this week; nothing if the rank is the same or there is nothing to compare with. */
export function WeekMovement({ rank, rankOnMonday }: { rank: number; rankOnMonday: number | null | undefined }) {
  const places = (rankOnMonday ?? rank) - rank
  if (places === 0) return null
  return (
    <p>
      {places > 0 ? (
        <Chip kind="ok" icon="arrow-up">
          {text.placesUp(places)}
        </Chip>
      ) : (
        <Chip icon="arrow-down">{text.placesDown(-places)}</Chip>
      )}
    </p>
  )
}

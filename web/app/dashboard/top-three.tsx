import { DEFAULT_CATEGORY, type AgeCategory } from '@baobab/contract/age.ts'
import { leaderboardText } from '@baobab/contract/leaderboard-text.ts'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Podium } from '../ui/podium.tsx'
import { AgeCategorySwitch } from '../leaderboard/age-category-switch.tsx'
import { useBoard } from '../leaderboard/use-board.ts'

const SHOWN = 3

/** The first three; '11-20' first, as everywhere (spec 2), the other category a tap away. */
export function TopThree({ children }: { children: ReactNode }) {
  const [category, choose] = useState<AgeCategory>(DEFAULT_CATEGORY)
  return (
    <section className="top-three">
      <div className="cloth top-three__cloth">
        <div className="row between">
          <h2 className="h-24">Leaderboard</h2>
          <AgeCategorySwitch value={category} onChange={choose} />
        </div>
        <First category={category} />
      </div>
      {children}
      <Link className="top-three__more small" to={paths.student.board(category)}>
        See the top 1,000 of age {category}
      </Link>
    </section>
  )
}

function First({ category }: { category: AgeCategory }) {
  const board = useBoard(category)
  if (board.data && board.data.length > 0)
    return <Podium entries={board.data.slice(0, SHOWN).map(({ _id: id, ...entry }) => ({ id, ...entry }))} />
  if (board.data) return <p className="top-three__none">Nobody stands here yet. The first place is free.</p>
  if (board.isError) {
    return (
      <div className="row top-three__none" role="alert">
        <p>{leaderboardText.boardFailed}</p>
        <Button kind="line" size="sm" onClick={() => void board.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <p className="top-three__none" role="status">
      {leaderboardText.boardLoading}
    </p>
  )
}

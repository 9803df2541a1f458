import type { AgeCategory } from '@baobab/contract/age.ts'
import { leaderboard, type Place } from '@baobab/contract/leaderboard.ts'
import { text } from '@baobab/contract/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '../api/q.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { RankRow } from '../ui/rank-row.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { CategorySwitch, useCategory } from './category-switch.tsx'

/** The first places of a board, with a choice of the age category. */
export function TopTen({ title, places }: { title: string; places: number }) {
  const category = useCategory()
  return (
    <section className="card card--flush" aria-labelledby="top">
      <div className="row between topten__h">
        <h2 className="card__h" id="top">
          {title}
        </h2>
        <CategorySwitch />
      </div>
      <Board category={category} places={places} />
      <p className="topten__f">
        <Link className={buttonClass({ kind: 'quiet', size: 'sm' })} to={paths.leaderboard}>
          Top 1000 Students
        </Link>
      </p>
    </section>
  )
}

function Board({ category, places }: { category: AgeCategory; places: number }) {
  const board = useQuery(q(leaderboard, { query: { ageCategory: category } }))
  if (board.isPending) {
    return (
      <div className="topten__b">
        <Loading text={text.boardLoading}>
          <RowsSkeleton rows={places} />
        </Loading>
      </div>
    )
  }
  if (!board.data) {
    return <Failure title={text.boardFailed} isRetrying={board.isFetching} onRetry={() => void board.refetch()} />
  }
  if (board.data.length === 0) {
    return (
      <p className="topten__b muted">
        Nobody stands on the board of {category}. The first answer puts a student there.
      </p>
    )
  }
  return <Places places={board.data.slice(0, places)} />
}

function Places({ places }: { places: readonly Place[] }) {
  return (
    <ol>
      {places.map(({ _id, ...place }) => (
        <RankRow key={_id} {...place} />
      ))}
    </ol>
  )
}

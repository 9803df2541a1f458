import { leaderboardText } from '@baobab/contract/leaderboard-text.ts'
import { Link } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Podium } from '../ui/podium.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { BoardList } from './board-list.tsx'
import { CategorySwitch } from './category-switch.tsx'
import { DrawRules } from './draw-rules.tsx'
import { MyRankCard } from './my-rank-card.tsx'
import { useBoard, useMyRank } from './use-board.ts'
import { useCategory } from './use-category.ts'
import { useLiveBoard } from './use-live-board.ts'

export const meta = () => pageMeta('Leaderboard', 'The top 1,000 students of each age category.')

/** The student's board: the first three, all places, and one's own. */
export default function Leaderboard() {
  const [category, choose] = useCategory()
  const myCategory = useAgeCategory()
  const isLive = useLiveBoard(category)
  const board = useBoard(category, isLive)
  return (
    <>
      <PageHead title="Leaderboard" lead="Top 1000 Students. One winner a month is drawn from both boards together.">
        <CategorySwitch value={category} onChange={choose} />
      </PageHead>
      <div className="board">
        <MyRankCard category={category} board={board.data ?? []} isOwn={myCategory === category} isLive={isLive} />
        <div className="stack board__all">
          <Board category={category} board={board} isLive={isLive} />
        </div>
        <DrawRules />
      </div>
    </>
  )
}

type Props = { category: ReturnType<typeof useCategory>[0]; board: ReturnType<typeof useBoard>; isLive: boolean }

function Board({ category, board, isLive }: Props) {
  const username = useStudentSession()?.username
  const mine = useMyRank(category, isLive).data
  if (!board.data) {
    if (board.isError)
      return (
        <Failure
          title={leaderboardText.boardFailed}
          isRetrying={board.isFetching}
          onRetry={() => void board.refetch()}
        />
      )
    return (
      <Loading text={leaderboardText.boardLoading}>
        <RowsSkeleton rows={8} />
      </Loading>
    )
  }
  if (board.data.length === 0) return <NobodyYet />
  const rank = mine?.rank ?? undefined
  const me = username && mine && rank !== undefined ? { username, rank, score: mine.score } : undefined
  return (
    <>
      <section className="cloth board__podium" aria-label="The first three">
        <Podium entries={board.data.slice(0, 3).map(({ _id: id, ...entry }) => ({ id, ...entry }))} />
      </section>
      <BoardList key={category} entries={board.data} me={me} />
    </>
  )
}

function NobodyYet() {
  return (
    <Empty title="Nobody stands here yet" help="The first correct answer takes the first place.">
      <Link className={buttonClass()} to={paths.student.trivia}>
        Take Quiz
      </Link>
    </Empty>
  )
}

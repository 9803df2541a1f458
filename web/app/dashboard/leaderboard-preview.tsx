import { DEFAULT_CATEGORY, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { leaderboardText } from '@baobab/contract/leaderboard/endpoints.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { AgeCategorySwitch } from '../leaderboard/age-category-switch.tsx'
import { NeighbourRows } from '../leaderboard/board-table.tsx'
import { pointsToPass } from '../leaderboard/my-rank-card.tsx'
import { WeekMovement } from '../leaderboard/rank-summary.tsx'
import { useBoard, useMyRank, useNeighbours } from '../leaderboard/use-board.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Podium, RankRow } from '../ui/rank-row.tsx'
import { text } from './text.ts'

/** The top three of a leaderboard (ages 11-20 at first; a tap switches the category), and the student's own rank. */
export function LeaderboardPreview() {
  const [category, setCategory] = useState<AgeCategory>(DEFAULT_CATEGORY)
  return (
    <section className="top-three">
      <div className="cloth top-three__cloth">
        <div className="row between">
          <h2 className="h-24">{text.leaderboard}</h2>
          <AgeCategorySwitch value={category} onChange={setCategory} />
        </div>
        <TopThree category={category} />
      </div>
      <MyRank />
      <Link className="top-three__more small" to={paths.student.board(category)}>
        {text.seeBoard(category)}
      </Link>
      <Link className="top-three__more small" to={paths.student.draws}>
        {text.seeMyDraw}
      </Link>
    </section>
  )
}

function TopThree({ category }: { category: AgeCategory }) {
  const board = useBoard(category)
  if (board.data && board.data.length > 0)
    return <Podium entries={board.data.slice(0, 3).map(({ _id: id, ...entry }) => ({ id, ...entry }))} />
  if (board.data) return <p className="top-three__none">{text.emptyBoard}</p>
  if (board.isError) {
    return (
      <div className="row top-three__none" role="alert">
        <p>{leaderboardText.boardFailed}</p>
        <Button kind="line" size="sm" onClick={() => void board.refetch()}>
          {text.tryAgain}
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

/** The student's rank and its neighbours, always in the student's own category. */
function MyRank() {
  const username = useStudentSession()?.username ?? ''
  const category = useAgeCategory()
  const mine = useMyRank(category)
  const around = useNeighbours(category)
  if (!category) return <p className="top-three__me small muted">{quizText.ageCategoryNotSet}</p>
  if (mine.isError && !mine.data) return <p className="top-three__me small muted">{leaderboardText.rankFailed}</p>
  if (!mine.data) {
    return (
      <p className="top-three__me small muted" role="status">
        {leaderboardText.rankLoading}
      </p>
    )
  }
  const { rank, score } = mine.data
  if (rank === null) return <p className="top-three__me small muted">{text.notRankedYet(category)}</p>
  const me = around.data?.me
  const next = pointsToPass(around.data?.next ? [around.data.next] : [], score)
  return (
    <>
      <h3 className="top-three__me small muted" id="my-rank">
        {text.myRank(category)}
      </h3>
      <ol aria-labelledby="my-rank">
        {around.data && me ? (
          <NeighbourRows above={around.data.above} me={me} below={around.data.below} />
        ) : (
          <RankRow rank={rank} username={username} score={score} isMe />
        )}
      </ol>
      {around.data && me && (
        <div className="top-three__me">
          <WeekMovement rank={me.rank} rankOnMonday={around.data.rankOnMonday} />
          {next && <p className="small muted">{text.pointsToPass(next)}</p>}
        </div>
      )}
    </>
  )
}

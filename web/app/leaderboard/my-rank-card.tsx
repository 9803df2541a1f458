import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { type LeaderboardEntry, leaderboardText, LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'
import { Link } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Weave } from '../ui/weave.tsx'
import { RankSummary } from './rank-summary.tsx'
import { text } from './text.ts'
import { useMyRank, useNeighbours } from './use-board.ts'

type Props = { category: AgeCategory; board: readonly LeaderboardEntry[]; isOwn: boolean; isLive: boolean }

/** The student's own rank, and what it takes to reach the next one. */
export function MyRankCard(props: Props) {
  return (
    <section className="card stack board__me">
      <h2 className="h-24">{text.myRank}</h2>
      <CardBody {...props} />
    </section>
  )
}

function CardBody({ category, board, isOwn, isLive }: Props) {
  const username = useStudentSession()?.username ?? ''
  const mine = useMyRank(category, isLive)
  const around = useNeighbours(category).data
  if (mine.isPending) {
    return (
      <Loading text={leaderboardText.rankLoading}>
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton />
        <Skeleton shape="button" />
      </Loading>
    )
  }
  if (!mine.data) {
    return (
      <div className="stack" role="alert">
        <p>{leaderboardText.rankFailed}</p>
        <Button kind="line" size="sm" onClick={() => void mine.refetch()}>
          {text.tryAgain}
        </Button>
      </div>
    )
  }
  const { rank, score, total } = mine.data
  if (rank === null && !isOwn) return <p className="muted">{text.notRankedHere(category)}</p>
  if (rank === null) {
    return (
      <>
        <p className="muted">{text.notRankedYet}</p>
        <TakeQuiz />
      </>
    )
  }
  // A student who hides neighbours still sees the board.
  const next = pointsToPass(around?.next ? [around.next] : board, score)
  const isInTop = isOnBoard(board, { rank, username })
  return (
    <>
      <RankSummary category={category} rank={rank} score={score} total={total} rankOnMonday={around?.rankOnMonday} />
      <p className="muted">
        {isInTop ? text.inTop : text.belowTop} <Link to={paths.student.draws}>{text.seeMyDraw}</Link>
      </p>
      {next && <p className="muted">{text.pointsToPass(next)}</p>}
      {isInTop && (
        <Weave
          percent={((LEADERBOARD_SIZE - rank + 1) / LEADERBOARD_SIZE) * 100}
          label={text.position}
          valueText={text.placesToLast(LEADERBOARD_SIZE - rank)}
        />
      )}
      <TakeQuiz />
    </>
  )
}

/** Whether a student is among those who can win the draw: a full board may be cut off between students with equal scores. */
function isOnBoard(
  board: readonly LeaderboardEntry[],
  { rank, username }: { rank: number; username: string },
): boolean {
  if (board.length < LEADERBOARD_SIZE) return rank <= LEADERBOARD_SIZE
  return board.some((entry) => entry.username === username)
}

function TakeQuiz() {
  return (
    <Link className={buttonClass({ kind: 'accent' })} to={paths.student.trivia}>
      {text.takeQuiz}
    </Link>
  )
}

/**
 * Returns the student directly above a score, and the fewest points needed to pass them; undefined for the highest score.
 * @param board in rank order
 */
export function pointsToPass(
  board: readonly LeaderboardEntry[],
  score: number,
): { username: string; points: number } | undefined {
  const next = board.findLast((entry) => entry.score > score)
  if (!next) return undefined
  const answers = Math.floor((next.score - score) / POINTS_PER_ANSWER) + 1
  return { username: next.username, points: answers * POINTS_PER_ANSWER }
}

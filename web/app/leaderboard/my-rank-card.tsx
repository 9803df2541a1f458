import type { AgeCategory } from '@baobab/contract/age.ts'
import type { LeaderboardEntry } from '@baobab/contract/leaderboard.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/limits.ts'
import { leaderboardText } from '@baobab/contract/leaderboard-text.ts'
import { Link } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { formatCount } from '../ui/format.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Weave } from '../ui/weave.tsx'
import { RankChange } from './rank-change.tsx'
import { pointsToPass } from './points-to-pass.ts'
import { RankAnnouncement } from './rank-announcement.tsx'
import { useMyRank } from './use-board.ts'

type Props = { category: AgeCategory; board: readonly LeaderboardEntry[]; isOwn: boolean; isLive: boolean }

/** One's own line: the place, where it came from, and what leads to the next one. */
export function MyRankCard(props: Props) {
  return (
    <section className="card stack board__me">
      <h2 className="h-24">My Rank</h2>
      <MyRankBody {...props} />
    </section>
  )
}

function MyRankBody({ category, board, isOwn, isLive }: Props) {
  const username = useStudentSession()?.username ?? ''
  const mine = useMyRank(category, isLive)
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
          Try again
        </Button>
      </div>
    )
  }
  const { rank, score, total } = mine.data
  if (rank === null) return <NotYet isOwn={isOwn} category={category} />
  const above = pointsToPass(board, score)
  return (
    <>
      <p className="board__rank">
        <span className="d">{rank.toLocaleString('en-NG')}</span>
        <span className="muted">
          of {formatCount(total, 'student')}, {formatCount(score, 'point')}
        </span>
      </p>
      <RankAnnouncement key={category} rank={rank} />
      <RankChange username={username} category={category} rank={rank} />
      <p className="muted">{whereYouStand(rank)}</p>
      {above && (
        <p className="muted">
          {above.points} more points take you past {above.username}.
        </p>
      )}
      {rank <= LEADERBOARD_SIZE && (
        <Weave
          percent={((LEADERBOARD_SIZE - rank + 1) / LEADERBOARD_SIZE) * 100}
          label="How far up the board you are"
          valueText={`${LEADERBOARD_SIZE - rank} places above the last one`}
        />
      )}
      <Link className={buttonClass()} to={paths.student.trivia}>
        Take Quiz
      </Link>
    </>
  )
}

function whereYouStand(rank: number): string {
  return rank <= LEADERBOARD_SIZE
    ? 'You are inside the top 1,000. Who stands there when the month ends can be in the draw.'
    : 'The top 1,000 can be in the draw when the month ends. Every correct answer takes you up.'
}

function NotYet({ isOwn, category }: { isOwn: boolean; category: AgeCategory }) {
  if (!isOwn) return <p className="muted">You do not stand on the board of age {category}. You can look around here.</p>
  return (
    <>
      <p className="muted">You are not on the board yet. Your first quiz answer puts you there.</p>
      <Link className={buttonClass()} to={paths.student.trivia}>
        Take Quiz
      </Link>
    </>
  )
}

import { quizText } from '@baobab/contract/quiz-text.ts'
import { leaderboardText } from '@baobab/contract/leaderboard-text.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { Link } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { formatCount } from '../ui/format.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { DrawRules } from './draw-rules.tsx'
import { RankChange } from './rank-change.tsx'
import { RankAnnouncement } from './rank-announcement.tsx'
import { useMyRank } from './use-board.ts'

export const meta = () => pageMeta('My Rank')

/** My Rank, in one's own age category. */
export default function MyRank() {
  const session = useStudentSession()
  return (
    <div className={session ? 'stack stack-6' : 'wrap sec stack stack-6'}>
      <PageHead title="My Rank" lead="Where you stand in your age category." />
      <div className="board">
        <div className="board__all">{session ? <Mine username={session.username} /> : <NotLoggedIn />}</div>
        <DrawRules />
      </div>
    </div>
  )
}

function Mine({ username }: { username: string }) {
  const category = useAgeCategory()
  const mine = useMyRank(category)
  if (!category) {
    return (
      <Empty title={quizText.ageCategoryNotSet} help="The board is for students from 5 to 20 years of age.">
        <Link className={buttonClass()} to={paths.student.setting}>
          Settings
        </Link>
      </Empty>
    )
  }
  if (mine.isError && !mine.data)
    return (
      <Failure title={leaderboardText.rankFailed} isRetrying={mine.isFetching} onRetry={() => void mine.refetch()} />
    )
  if (!mine.data) {
    return (
      <Card className="board__wait">
        <Loading text={leaderboardText.rankLoading}>
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton shape="button" />
        </Loading>
      </Card>
    )
  }
  const { rank, score, total } = mine.data
  return (
    <Card className="stack">
      <h2 className="h-24">Age {category}</h2>
      {rank === null ? (
        <p className="muted">You are not on the board yet. Your first quiz answer puts you there.</p>
      ) : (
        <>
          <p className="board__rank">
            <span className="d">{rank.toLocaleString('en-NG')}</span>
            <span className="muted">
              of {formatCount(total, 'student')}, {formatCount(score, 'point')}
            </span>
          </p>
          <RankAnnouncement rank={rank} />
          <RankChange username={username} category={category} rank={rank} />
        </>
      )}
      <div className="row">
        <Link className={buttonClass()} to={paths.student.trivia}>
          Take Quiz
        </Link>
        <Link className={buttonClass({ kind: 'line' })} to={paths.student.board(category)}>
          Leaderboard
        </Link>
      </div>
    </Card>
  )
}

function NotLoggedIn() {
  return (
    <Empty title={commonText.notLoggedIn} help="Log in to see your place, or look at the board as a visitor.">
      <div className="row">
        <Link className={buttonClass()} to={paths.student.login}>
          Login
        </Link>
        <Link className={buttonClass({ kind: 'line' })} to={paths.leaderboard}>
          Leaderboard
        </Link>
      </div>
    </Empty>
  )
}

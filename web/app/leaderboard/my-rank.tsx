import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { myRank, neighbours, leaderboardText } from '@baobab/contract/leaderboard/endpoints.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import { Link } from 'react-router'
import { prefetch } from '../api/query.ts'
import { studentSession, useStudentSession } from '../api/session.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { NeighbourRows } from './board-table.tsx'
import { DrawRules } from './draw-rules.tsx'
import { RankSummary } from './rank-summary.tsx'
import { text } from './text.ts'
import { useMyRank, useNeighbours } from './use-board.ts'

export function clientLoader() {
  const ageCategory = ageCategories.find((category) => category === studentSession()?.ageCategory)
  if (ageCategory) {
    prefetch(myRank, { query: { ageCategory } })
    prefetch(neighbours, { query: { ageCategory } })
  }
  return null
}

export const meta = () => pageMeta(text.myRank)

/** My Rank: the student's rank in their own age category. */
export default function MyRank() {
  const session = useStudentSession()
  return (
    <div className={session ? 'stack stack-6' : 'wrap sec stack stack-6'}>
      <PageHead title={text.myRank} lead={text.myRankLead} />
      <div className="board">
        <div className="board__all">{session ? <OwnRank /> : <NotLoggedIn />}</div>
        <DrawRules />
      </div>
    </div>
  )
}

function OwnRank() {
  const category = useAgeCategory()
  const mine = useMyRank(category)
  const around = useNeighbours(category).data
  if (!category) {
    return (
      <Empty title={quizText.ageCategoryNotSet} help={text.noCategoryHelp}>
        <Link className={buttonClass()} to={paths.student.setting}>
          {text.settings}
        </Link>
      </Empty>
    )
  }
  return (
    <QueryView query={mine} failed={leaderboardText.rankFailed} loading={<RankLoading />}>
      {({ rank, score, total }) => (
        <Card className="stack">
          <h2 className="h-24">{text.ages(category)}</h2>
          {rank === null ? (
            <p className="muted">{text.notRankedYet}</p>
          ) : (
            <>
              <RankSummary
                category={category}
                rank={rank}
                score={score}
                total={total}
                rankOnMonday={around?.rankOnMonday}
              />
              {around?.me && (
                <ol className="board__near" aria-label={text.aroundYou}>
                  <NeighbourRows above={around.above} me={around.me} below={around.below} />
                </ol>
              )}
            </>
          )}
          <div className="row">
            <Link className={buttonClass({ kind: 'accent' })} to={paths.student.trivia}>
              {text.takeQuiz}
            </Link>
            <Link className={buttonClass({ kind: 'line' })} to={paths.student.board(category)}>
              {text.leaderboard}
            </Link>
          </div>
        </Card>
      )}
    </QueryView>
  )
}

function RankLoading() {
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

function NotLoggedIn() {
  return (
    <Empty title={commonText.notLoggedIn} help={text.visitorHelp}>
      <div className="row">
        <Link className={buttonClass()} to={paths.student.login}>
          {text.login}
        </Link>
        <Link className={buttonClass({ kind: 'line' })} to={paths.student.register}>
          {text.signUp}
        </Link>
        <PageLink className={buttonClass({ kind: 'quiet' })} to={paths.leaderboard}>
          {text.leaderboard}
        </PageLink>
      </div>
    </Empty>
  )
}

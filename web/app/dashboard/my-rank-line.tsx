import { quizText } from '@baobab/contract/quiz-text.ts'
import { leaderboardText } from '@baobab/contract/leaderboard-text.ts'
import { useStudentSession } from '../api/session.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { useMyRank } from '../leaderboard/use-board.ts'
import { RankRow } from '../ui/rank-row.tsx'

/** Under the first three: where one stands oneself. */
export function MyRankLine() {
  const username = useStudentSession()?.username ?? ''
  const category = useAgeCategory()
  const mine = useMyRank(category)
  if (!category) return <p className="top-three__me small muted">{quizText.ageCategoryNotSet}</p>
  if (mine.isError) return <p className="top-three__me small muted">{leaderboardText.rankFailed}</p>
  if (!mine.data) {
    return (
      <p className="top-three__me small muted" role="status">
        {leaderboardText.rankLoading}
      </p>
    )
  }
  const { rank, score } = mine.data
  if (rank === null) {
    return <p className="top-three__me small muted">Your first quiz answer puts you on the board of age {category}.</p>
  }
  return (
    <ol aria-label={`My Rank, age ${category}`}>
      <RankRow rank={rank} username={username} score={score} isMe />
    </ol>
  )
}

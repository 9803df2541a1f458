import { readMovement, type AttemptMovement } from '@baobab/contract/quiz/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { formatOrdinal } from '../ui/format.ts'
import { text } from './text.ts'
import type { Quiz } from './use-quizzes.ts'

/** Says how a quiz moved the student on the leaderboard; nothing if it did not, or while that is not known. */
export function Movement({ quiz: { video, ageCategory } }: { quiz: Quiz }) {
  const query = apiQuery(readMovement, { params: { videoTitle: video.title, ageCategory } })
  const movement = useQuery(query).data?.movement
  const sentence = movement && describeMovement(movement)
  if (!sentence) return null
  const { rankBefore, rankNow } = movement
  return (
    <div className="result__move" role="status">
      {rankBefore !== null && rankNow < rankBefore && (
        <span className="d" aria-hidden="true">
          {rankBefore.toLocaleString('en-NG')} → {rankNow.toLocaleString('en-NG')}
        </span>
      )}
      <span>{sentence}</span>
    </div>
  )
}

/** Returns the sentence of a movement; undefined if there is no good news. */
export function describeMovement({ rankBefore, rankNow, passed }: AttemptMovement): string | undefined {
  const now = formatOrdinal(rankNow)
  if (rankBefore === null) return text.joinedBoard(now)
  if (rankNow < rankBefore) {
    const ranks = { before: formatOrdinal(rankBefore), now }
    return passed === null ? text.moved(ranks) : text.movedPast({ ...ranks, passed })
  }
  return passed === null ? undefined : text.passed(passed)
}

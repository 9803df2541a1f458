import { levelOf, sumPoints, type Level } from '@baobab/contract/leaderboard/levels.ts'
import { listAttempts, type AttemptSummary, type Review } from '@baobab/contract/quiz/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiQuery } from '../api/query.ts'
import { celebrateOnce } from '../celebration/celebrate.ts'
import { useOnceReleased } from '../ui/use-once-released.ts'
import { text } from './text.ts'
import { findTier } from './tier-drawing.tsx'

/**
 * Says and celebrates what a quiz achieved: a new level, a personal best, or only that it is done.
 * @param props.name names the attempt
 */
export function Achievements({ review, name }: { review: Review; name: string }) {
  const attempts = useOnceReleased(useQuery(apiQuery(listAttempts, {})).data?.attempts)
  const level = attempts && findNewLevel(review, attempts)
  const isBest = attempts !== undefined && isPersonalBest(review, attempts)
  const isGood = findTier(review) !== 'hard'
  const levelNumber = level?.number
  useEffect(() => {
    celebrateOnce(isGood ? 'quiz' : 'done', name)
    if (isBest) celebrateOnce('best', name)
    if (levelNumber !== undefined) celebrateOnce('level', name)
  }, [isGood, isBest, levelNumber, name])
  if (!level && !isBest) return null
  return (
    <div className="result__move" role="status">
      {level && <span className="d">{text.newLevel(level.number, level.name)}</span>}
      {isBest && <span>{text.personalBest}</span>}
    </div>
  )
}

type Scored = Pick<Review, 'title' | 'ageCategory' | 'score' | 'maxScore' | 'lockedAt'>

/** Returns the attempts that ended before the one on screen, which need not be the latest. */
function earlier(review: Scored, attempts: readonly AttemptSummary[]): AttemptSummary[] {
  const ended = Date.parse(review.lockedAt)
  return attempts.filter(
    ({ videoTitle, ageCategory, lockedAt }) =>
      (videoTitle !== review.title || ageCategory !== review.ageCategory) &&
      lockedAt !== null &&
      Date.parse(lockedAt) < ended,
  )
}

/** Returns the level that the student reached with a quiz; undefined if it is the same as before. */
export function findNewLevel(review: Scored, attempts: readonly AttemptSummary[]): Level | undefined {
  const before = sumPoints(earlier(review, attempts))
  const level = levelOf(before + review.score)
  return level.number > levelOf(before).number ? level : undefined
}

/** Whether the share of correct answers is larger than in every earlier quiz; false for the first quiz. */
export function isPersonalBest(review: Scored, attempts: readonly AttemptSummary[]): boolean {
  const finished = earlier(review, attempts)
  const share = ({ score, maxScore }: Pick<Scored, 'score' | 'maxScore'>) => (maxScore === 0 ? 0 : score / maxScore)
  return finished.length > 0 && finished.every((other) => share(other) < share(review))
}

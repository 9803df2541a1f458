import { listAwards } from '@baobab/contract/awards/endpoints.ts'
import { leaderboard, myRank, neighbours } from '@baobab/contract/leaderboard/endpoints.ts'
import { listAttempts, readMovement, type AttemptMovement } from '@baobab/contract/quiz/endpoints.ts'
import { readToday } from '@baobab/contract/quiz/practice.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failureTitle } from '../api/error-message.ts'
import { invalidate, apiQuery } from '../api/query.ts'
import { phoneStorage } from '../browser/storage.ts'
import { celebrateOnce } from '../celebration/celebrate.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { formatOrdinal } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useOnceReleased } from '../ui/use-once-released.ts'
import { Achievements } from './achievements.tsx'
import { NextStepLink } from './next-step-link.tsx'
import { QuizScore } from './quiz-score.tsx'
import { BadgesAndPushOffer, ShareResult } from './result-extras.tsx'
import { text } from './text.ts'
import { findTier, type ResultTier } from './tier-drawing.tsx'
import type { Quiz } from './use-quizzes.ts'
import { useReview } from './use-review.ts'

type Props = { quiz: Quiz; studentId: string; /** Why the quiz is over. */ lead: string }

/** Shows the score of a locked attempt, its effect on the leaderboard, and what to do next. */
export function QuizResult({ quiz: { video, ageCategory }, studentId, lead }: Props) {
  const { review, lateCount } = useReview({ video, ageCategory })
  useQuizLocked({ studentId, videoTitle: video.title })
  return (
    <QueryView
      query={review}
      heading="h1"
      failed={failureTitle(review.error, quizText.quizFailed)}
      loading={
        <Loading text={quizText.quizLoading}>
          <Skeleton shape="thumb" />
        </Loading>
      }
    >
      {(data) => (
        <>
          {lateCount > 0 && <Note kind="warn">{text.lateAnswers(lateCount)}</Note>}
          <QuizScore
            review={data}
            lead={lead}
            movement={
              <>
                <Achievements review={data} name={video._id} />
                <Movement quiz={{ video, ageCategory }} />
              </>
            }
          >
            <NextSteps video={video} tier={findTier(data)} />
            <PageLink className={buttonClass({ kind: 'line' })} to={paths.student.scholarship}>
              {text.seeLeaderboard}
            </PageLink>
            {/* Last, because it may appear later and must not move the others. */}
            <ShareResult review={data} />
          </QuizScore>
          <BadgesAndPushOffer videoId={video._id} studentId={studentId} />
        </>
      )}
    </QueryView>
  )
}

/** Links to what comes next, or after a hard quiz to the review first. */
function NextSteps({ video, tier }: { video: Quiz['video']; tier: ResultTier }) {
  const isHard = tier === 'hard'
  const steps = [
    <NextStepLink key="next" video={video} kind={isHard ? 'line' : 'accent'} />,
    <PageLink key="review" className={buttonClass({ kind: 'line' })} to={paths.student.review(video._id)}>
      {tier === 'perfect' ? text.seeReview : text.seeWhy}
    </PageLink>,
  ]
  return <>{isHard ? steps.toReversed() : steps}</>
}

/** Invalidates the queries that a finished quiz changes, and stores that the quiz is locked as a hint for the screen. */
function useQuizLocked({ studentId, videoTitle }: { studentId: string; videoTitle: string }): void {
  useEffect(() => {
    phoneStorage.setItem(`quizLocked_${studentId}_${videoTitle}`, 'true')
    void invalidate(listAttempts, readToday, leaderboard, myRank, neighbours, listAwards)
  }, [studentId, videoTitle])
}

/** Says how a quiz moved the student on the leaderboard; shows nothing if it did not, or while that is unknown. */
function Movement({ quiz: { video, ageCategory } }: { quiz: Quiz }) {
  const query = apiQuery(readMovement, { params: { videoTitle: video.title, ageCategory } })
  const movement = useOnceReleased(useQuery(query).data?.movement)
  const sentence = movement && describeMovement(movement)
  const hasRisen = movement ? movement.rankBefore !== null && movement.rankNow < movement.rankBefore : false
  useEffect(() => {
    if (hasRisen) celebrateOnce('rank', video._id)
  }, [hasRisen, video._id])
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

/** Returns the sentence about a movement; undefined if there is no good news. */
export function describeMovement({ rankBefore, rankNow, passed }: AttemptMovement): string | undefined {
  const now = formatOrdinal(rankNow)
  if (rankBefore === null) return text.joinedBoard(now)
  if (rankNow < rankBefore) {
    const ranks = { before: formatOrdinal(rankBefore), now }
    return passed === null ? text.moved(ranks) : text.movedPast({ ...ranks, passed })
  }
  return passed === null ? undefined : text.passed(passed)
}

import { listAwards } from '@baobab/contract/awards/endpoints.ts'
import { leaderboard, myRank, neighbours } from '@baobab/contract/leaderboard/endpoints.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { videoToResume } from '@baobab/contract/videos/endpoints.ts'
import { useEffect } from 'react'
import { failureTitle } from '../api/error-message.ts'
import { invalidate } from '../api/query.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useVideos } from '../videos/use-videos.ts'
import { Movement } from './movement.tsx'
import { QuizScore } from './quiz-score.tsx'
import { BadgesAndPushOffer, ShareResult } from './result-extras.tsx'
import { findTier, type ResultTier } from './result-tier.ts'
import { text } from './text.ts'
import type { Quiz } from './use-quizzes.ts'
import { useReview } from './use-review.ts'

type Props = { quiz: Quiz; studentId: string; /** The reason why the quiz is over. */ lead: string }

/** Shows the score of a locked attempt, the movement it brought, and what to do next. */
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
          <QuizScore review={data} lead={lead} movement={<Movement quiz={{ video, ageCategory }} />}>
            <NextSteps video={video} tier={findTier(data)} />
            <PageLink className={buttonClass({ kind: 'line' })} to={paths.student.scholarship}>
              {text.seeLeaderboard}
            </PageLink>
            {/* Last, because it may appear later than the others, which must not move. */}
            <ShareResult review={data} />
          </QuizScore>
          <BadgesAndPushOffer videoId={video._id} studentId={studentId} />
        </>
      )}
    </QueryView>
  )
}

/** Leads on to the next video, or after a hard quiz to the review first. */
function NextSteps({ video, tier }: { video: Quiz['video']; tier: ResultTier }) {
  const isHard = tier === 'hard'
  const next = videoToResume((useVideos().data ?? []).filter(({ _id }) => _id !== video._id))
  const nextKind = isHard ? 'line' : 'accent'
  const steps = [
    <PageLink
      key="next"
      className={buttonClass({ kind: nextKind })}
      to={next ? paths.student.video(next._id) : paths.student.trivia}
    >
      {next ? text.nextVideo : text.takeAnotherQuiz}
    </PageLink>,
    <PageLink
      key="review"
      className={buttonClass({ kind: isHard ? 'accent' : 'line' })}
      to={paths.student.review(video._id)}
    >
      {tier === 'perfect' ? text.seeReview : text.seeWhy}
    </PageLink>,
  ]
  return <>{isHard ? steps.toReversed() : steps}</>
}

/**
 * Invalidates the queries that a finished quiz changes, and stores that the quiz is locked as a hint for the screen.
 */
function useQuizLocked({ studentId, videoTitle }: { studentId: string; videoTitle: string }): void {
  useEffect(() => {
    try {
      localStorage.setItem(`quizLocked_${studentId}_${videoTitle}`, 'true')
    } catch {
      // Only a hint: the server decides.
    }
    void invalidate(listAttempts, leaderboard, myRank, neighbours, listAwards)
  }, [studentId, videoTitle])
}

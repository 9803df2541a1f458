import { quizText } from '@baobab/contract/quiz-text.ts'
import type { Review } from '@baobab/contract/quiz.ts'
import { Link } from 'react-router'
import { errorMessage } from '../api/error-message.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Note } from '../ui/note.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { QuizScore } from './quiz-score.tsx'
import { useLocked, useReview } from './use-review.ts'
import type { Quiz } from './use-quizzes.ts'
import { describeLateAnswers } from './text.ts'

type Props = { quiz: Quiz; studentId: string; /** How it came to this. */ lead: string }

/** After the lock: the score, square by square, and the ways on. */
export function QuizResult({ quiz, studentId, lead }: Props) {
  const { review, late } = useReview(quiz)
  useLocked({ studentId, videoTitle: quiz.video.title })
  if (review.data) return <Score review={review.data} videoId={quiz.video._id} late={late} lead={lead} />
  if (review.isError)
    return (
      <Failure
        heading="h1"
        title={errorMessage(review.error)}
        isRetrying={review.isFetching}
        onRetry={() => void review.refetch()}
      />
    )
  return (
    <Loading text={quizText.quizLoading}>
      <Skeleton shape="thumb" />
    </Loading>
  )
}

function Score({ review, videoId, late, lead }: { review: Review; videoId: string; late: number; lead: string }) {
  return (
    <>
      {late > 0 && <Note kind="warn">{describeLateAnswers(late)}</Note>}
      <QuizScore review={review} lead={lead}>
        <Link className={buttonClass({ kind: 'accent' })} to={paths.student.review(videoId)}>
          See Review
        </Link>
        <Link className={buttonClass({ kind: 'line' })} to={paths.student.scholarship}>
          See Leaderboard
        </Link>
      </QuizScore>
    </>
  )
}

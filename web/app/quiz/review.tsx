import type { Route } from './+types/review.ts'
import { ApiError } from '@baobab/contract/api-error.ts'
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { Review as Reviewed } from '@baobab/contract/quiz.ts'
import { quizText, reviewTitle, scoreSentence } from '@baobab/contract/quiz-text.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import { Link, useLocation } from 'react-router'
import { errorMessage } from '../api/error-message.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Note } from '../ui/note.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { Squares } from '../ui/squares.tsx'
import { MyQuizzes } from './my-quizzes.tsx'
import { describeCorrectCount, toReviewSquares } from './quiz-score.tsx'
import { ReviewQuestion } from './review-question.tsx'
import { useReview } from './use-review.ts'
import { findAttempt, useQuizzes, type Quiz } from './use-quizzes.ts'
import { describeLateAnswers, quizPageText } from './text.ts'

export const meta = ({ location }: Route.MetaArgs) =>
  pageMeta(videoIn(location.search) ? 'Quiz Review' : quizPageText.myQuizzes)

const videoIn = (search: string) => new URLSearchParams(search).get('video')

/** The review of one quiz, or without `?video=` all that the student has taken. */
export default function Review() {
  const videoId = videoIn(useLocation().search)
  return videoId ? <OfVideo videoId={videoId} /> : <MyQuizzes />
}

function OfVideo({ videoId }: { videoId: string }) {
  const { category, videos, attempts, isFailed, isRetrying, retry } = useQuizzes()
  if (isFailed) return <Failure heading="h1" title={videosText.videosFailed} isRetrying={isRetrying} onRetry={retry} />
  if (!videos || !attempts) return <Waiting />
  const video = videos.find(({ _id }) => _id === videoId)
  if (!video) return <NoReview sentence={videosText.videoNotFound} />
  // One who has grown out of a category still finds what was answered in it.
  const attempt = findAttempt(videoId, category, attempts) ?? attempts.find((one) => one.videoId === videoId)
  const ageCategory: AgeCategory | null = attempt?.ageCategory ?? category
  if (!ageCategory) return <NotTaken videoId={videoId} />
  return <OfQuiz quiz={{ video, ageCategory }} />
}

function OfQuiz({ quiz }: { quiz: Quiz }) {
  const { review, late } = useReview(quiz)
  const videoId = quiz.video._id
  if (review.data) return <Answers review={review.data} late={late} />
  if (!review.isError) return <Waiting />
  const code = review.error instanceof ApiError ? review.error.code : undefined
  if (code === 'not_found') return <NotTaken videoId={videoId} />
  if (code === 'attempt_open')
    return (
      <Empty heading="h1" title={errorMessage(review.error)} help="Your quiz still runs. Its clock goes on.">
        <Link className={buttonClass({ kind: 'accent' })} to={paths.student.quiz(videoId)}>
          Continue
        </Link>
      </Empty>
    )
  return (
    <Failure
      heading="h1"
      title={errorMessage(review.error)}
      isRetrying={review.isFetching}
      onRetry={() => void review.refetch()}
    />
  )
}

function Answers({ review, late }: { review: Reviewed; late: number }) {
  return (
    <>
      <div className="phead">
        <div>
          <h1>{reviewTitle(review)}</h1>
          <p>{scoreSentence(review)}</p>
        </div>
        <Chip icon="lock-simple">This quiz is locked</Chip>
      </div>
      <div className="review__s">
        <Squares squares={toReviewSquares(review)} label={describeCorrectCount(review)} wrap />
      </div>
      {late > 0 && <Note kind="warn">{describeLateAnswers(late)}</Note>}
      <ol className="stack stack-3">
        {review.questions.map((question, at) => (
          <ReviewQuestion key={question._id} question={question} number={at + 1} />
        ))}
      </ol>
      <div className="row">
        <Link className={buttonClass()} to={paths.student.trivia}>
          Take another quiz
        </Link>
        <Link className={buttonClass({ kind: 'line' })} to={paths.student.scholarship}>
          See Leaderboard
        </Link>
      </div>
    </>
  )
}

function Waiting() {
  return (
    <Loading text={quizText.quizLoading}>
      <RowsSkeleton rows={5} />
    </Loading>
  )
}

function NotTaken({ videoId }: { videoId: string }) {
  return (
    <Empty heading="h1" title={quizPageText.notTaken} help="The review opens after it.">
      <Link className={buttonClass()} to={paths.student.quiz(videoId)}>
        Take Quiz
      </Link>
    </Empty>
  )
}

function NoReview({ sentence }: { sentence: string }) {
  return (
    <Empty heading="h1" title={sentence} help="Choose a quiz from the list.">
      <Link className={buttonClass()} to={paths.student.trivia}>
        See all quizzes
      </Link>
    </Empty>
  )
}

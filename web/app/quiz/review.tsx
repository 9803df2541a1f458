import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { listAttempts, type Review as AttemptReview } from '@baobab/contract/quiz/endpoints.ts'
import { quizText, reviewTitle, scoreSentence } from '@baobab/contract/quiz/text.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { Link, useLocation } from 'react-router'
import { errorMessage, failureTitle } from '../api/error-message.ts'
import { prefetch } from '../api/query.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { Note } from '../ui/note.tsx'
import { Failure, QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { Squares } from '../ui/squares.tsx'
import type { Route } from './+types/review.ts'
import { CompletedBefore } from './completed-before.tsx'
import { MyQuizzes } from './my-quizzes.tsx'
import { findAttempt } from './order-quizzes.ts'
import { describeCorrectCount, toReviewSquares } from './quiz-score.tsx'
import { NextStepLink } from './next-step-link.tsx'
import { ReportQuestion } from './report-question.tsx'
import { ReviewQuestion } from './review-question.tsx'
import { runningQuizText, text } from './text.ts'
import { useQuizzes, type Quiz } from './use-quizzes.ts'
import { useReview } from './use-review.ts'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (new URL(request.url).searchParams.has('video')) prefetch(listVideos, {})
  prefetch(listAttempts, {})
  return null
}

const parseVideoId = (search: string) => new URLSearchParams(search).get('video')

export const meta = ({ location }: Route.MetaArgs) =>
  pageMeta(parseVideoId(location.search) ? text.reviewPage : text.myQuizzes)

/** Shows the review of the quiz for `?video=`, or the student's quiz history if there is none. */
export default function Review() {
  const videoId = parseVideoId(useLocation().search)
  return videoId ? <VideoReview videoId={videoId} /> : <MyQuizzes />
}

function VideoReview({ videoId }: { videoId: string }) {
  const { category, quizzes } = useQuizzes()
  return (
    <QueryView query={quizzes} heading="h1" failed={videosText.videosFailed} loading={<LoadingReview />}>
      {({ videos, attempts }) => {
        const video = videos.find(({ _id }) => _id === videoId)
        if (!video) return <UnknownVideo />
        // A student who has outgrown an age category can still read the review of a quiz taken in it.
        const attempt = findAttempt(videoId, category, attempts) ?? attempts.find((other) => other.videoId === videoId)
        const ageCategory = attempt?.ageCategory ?? category
        return ageCategory ? <QuizReview quiz={{ video, ageCategory }} /> : <NotTaken videoId={videoId} />
      }}
    </QueryView>
  )
}

function QuizReview({ quiz }: { quiz: Quiz }) {
  const { review, lateCount } = useReview(quiz)
  const videoId = quiz.video._id
  if (review.data) return <Answers quiz={quiz} review={review.data} lateCount={lateCount} />
  if (!review.isError) return <LoadingReview />
  const code = review.error instanceof ApiError ? review.error.code : undefined
  if (code === 'not_found') return <NotTaken videoId={videoId} />
  if (code === 'quiz_completed') return <CompletedBefore videoTitle={quiz.video.title} ageCategory={quiz.ageCategory} />
  if (code === 'attempt_open')
    return (
      <Empty heading="h1" title={errorMessage(review.error)} help={text.stillRunningHelp}>
        <Link className={buttonClass({ kind: 'accent' })} to={paths.student.quiz(videoId)}>
          {runningQuizText.continueQuiz}
        </Link>
      </Empty>
    )
  return (
    <Failure
      heading="h1"
      title={failureTitle(review.error, quizText.quizFailed)}
      isRetrying={review.isFetching}
      onRetry={() => void review.refetch()}
    />
  )
}

type AnswersProps = { quiz: Quiz; review: AttemptReview; lateCount: number }

function Answers({ quiz, review, lateCount }: AnswersProps) {
  return (
    <>
      <div className="phead">
        <div>
          <h1>{reviewTitle(review)}</h1>
          <p>{scoreSentence(review)}</p>
        </div>
        <Chip icon="lock-simple">{text.quizLocked}</Chip>
      </div>
      <div className="review__s">
        <Squares squares={toReviewSquares(review)} label={describeCorrectCount(review)} wrap />
      </div>
      {lateCount > 0 && <Note kind="warn">{text.lateAnswers(lateCount)}</Note>}
      <ol className="stack stack-3">
        {review.questions.map((question, index) => (
          <ReviewQuestion key={question._id} question={question} number={index + 1} videoId={quiz.video._id}>
            <ReportQuestion quiz={quiz} question={question} number={index + 1} />
          </ReviewQuestion>
        ))}
      </ol>
      <div className="row">
        <Link className={buttonClass({ kind: 'accent' })} to={paths.student.practice(review.title, review.ageCategory)}>
          {text.practise}
        </Link>
        <NextStepLink video={quiz.video} kind="line" />
        <Link className={buttonClass({ kind: 'line' })} to={paths.student.scholarship}>
          {text.seeLeaderboard}
        </Link>
      </div>
    </>
  )
}

function LoadingReview() {
  return (
    <Loading text={quizText.quizLoading}>
      <RowsSkeleton rows={5} />
    </Loading>
  )
}

function NotTaken({ videoId }: { videoId: string }) {
  return (
    <Empty heading="h1" title={text.notTaken} help={text.notTakenHelp}>
      <Link className={buttonClass({ kind: 'accent' })} to={paths.student.quiz(videoId)}>
        {text.takeQuiz}
      </Link>
    </Empty>
  )
}

function UnknownVideo() {
  return (
    <Empty heading="h1" title={videosText.videoNotFound} help={text.chooseQuiz}>
      <Link className={buttonClass()} to={paths.student.trivia}>
        {text.seeAllQuizzes}
      </Link>
    </Empty>
  )
}

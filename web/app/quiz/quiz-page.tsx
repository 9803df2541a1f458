import { quizText } from '@baobab/contract/quiz-text.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { QuizIntro } from './quiz-intro.tsx'
import { QuizResult } from './quiz-result.tsx'
import { QuizRun } from './quiz-run.tsx'
import { findAttempt, useQuizzes, type AttemptSummary, type Quiz } from './use-quizzes.ts'

export const meta = () => pageMeta('Quiz')

export default function QuizPage() {
  const [search] = useSearchParams()
  const videoId = search.get('video')
  const { studentId, category, videos, attempts, isFailed, isRetrying, retry } = useQuizzes()

  if (!videoId) return <NoQuiz sentence={quizText.noVideoDetails} />
  if (isFailed) return <Failure heading="h1" title={videosText.videosFailed} isRetrying={isRetrying} onRetry={retry} />
  if (!videos || !attempts)
    return (
      <Loading text={quizText.quizLoading}>
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton shape="button" />
      </Loading>
    )
  const video = videos.find(({ _id }) => _id === videoId)
  if (!video) return <NoQuiz sentence={videosText.videoNotFound} />
  const attempt = findAttempt(videoId, category, attempts)
  const ageCategory = attempt?.ageCategory ?? category
  if (!ageCategory) return <QuizIntro video={video} questionCount={undefined} onStart={() => undefined} />
  return <Quizzing key={videoId} quiz={{ video, ageCategory }} attempt={attempt} studentId={studentId} />
}

type Begun = Pick<Quiz, 'ageCategory'> & { phase: 'run' | 'result' }

function begunOf(attempt: AttemptSummary): Begun {
  return { ageCategory: attempt.ageCategory, phase: attempt.state === 'running' ? 'run' : 'result' }
}

/**
 * A running attempt goes on without being asked for. Once begun, nothing that the lists say later turns the page, and
 * the category stays that of the attempt, even where a birthday comes in the middle of it.
 */
function Quizzing({
  quiz,
  attempt,
  studentId,
}: {
  quiz: Quiz
  attempt: AttemptSummary | undefined
  studentId: string
}) {
  const { video, ageCategory } = quiz
  const [begun, setBegun] = useState(attempt && begunOf(attempt))
  if (!begun)
    return (
      <QuizIntro
        video={video}
        questionCount={video.questionCounts[ageCategory]}
        onStart={() => setBegun({ ageCategory, phase: 'run' })}
      />
    )
  const same = { video, ageCategory: begun.ageCategory }
  if (begun.phase === 'run') return <QuizRun quiz={same} studentId={studentId} />
  return <QuizResult quiz={same} studentId={studentId} lead={quizText.quizCompleted} />
}

function NoQuiz({ sentence }: { sentence: string }) {
  return (
    <Empty heading="h1" title={sentence} help="Choose a quiz from the list.">
      <Link className={buttonClass()} to={paths.student.trivia}>
        See all quizzes
      </Link>
    </Empty>
  )
}

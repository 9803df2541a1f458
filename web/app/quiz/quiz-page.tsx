import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import { listVideos, type Video } from '@baobab/contract/videos/endpoints.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { prefetch } from '../api/query.ts'
import { storeVideoTitle } from '../api/session.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { isFormerQuiz } from '../videos/is-former-quiz.ts'
import { CompletedBefore } from './completed-before.tsx'
import { findAttempt } from './order-quizzes.ts'
import { QuizIntro } from './quiz-intro.tsx'
import { QuizResult } from './quiz-result.tsx'
import { text } from './text.ts'
import { useQuizzes, type Quiz, type Quizzes } from './use-quizzes.ts'

export function clientLoader() {
  prefetch(listVideos, {})
  prefetch(listAttempts, {})
  return null
}

export const meta = () => pageMeta('Quiz')

const loadRun = () => import('./quiz-run.tsx')
const QuizRun = lazy(async () => ({ default: (await loadRun()).QuizRun }))

/** Shows the quiz for the video in `?video=`: its introduction, the running attempt, or its result. */
export default function QuizPage() {
  const [search] = useSearchParams()
  const videoId = search.get('video')
  const { studentId, category, quizzes } = useQuizzes()
  if (!videoId) return <NoQuiz sentence={quizText.noVideoDetails} />
  return (
    <QueryView query={quizzes} heading="h1" failed={videosText.videosFailed} loading={<LoadingQuiz />}>
      {(data) => <FoundQuiz key={videoId} {...data} videoId={videoId} category={category} studentId={studentId} />}
    </QueryView>
  )
}

type FoundQuizProps = Quizzes & { videoId: string; category: AgeCategory | null; studentId: string }

function FoundQuiz({ videos, attempts, formerQuizzes, videoId, category, studentId }: FoundQuizProps) {
  const attempt = findAttempt(videoId, category, attempts)
  const present = videos.find(({ _id }) => _id === videoId)
  // The page continues to the result even if an admin makes the video a draft, now or before a reload.
  const [first] = useState(present)
  const [running] = useState(attempt?.state === 'running' ? { _id: videoId, title: attempt.videoTitle } : undefined)
  const listed = present ?? first
  const video = listed ?? running
  if (!video) return <NoQuiz sentence={videosText.videoNotFound} />
  if (!attempt && category && isFormerQuiz(videoId, category, formerQuizzes))
    return <CompletedBefore videoTitle={video.title} ageCategory={category} />
  const ageCategory = attempt?.ageCategory ?? category
  if (!ageCategory) return listed && <QuizIntro video={listed} questionCount={undefined} onStart={() => undefined} />
  return <VideoQuiz quiz={{ video, ageCategory }} listed={listed} attempt={attempt} studentId={studentId} />
}

type Started = Pick<Quiz, 'ageCategory'> & { phase: 'run' | 'result' }

/**
 * Continues a running attempt immediately. After the start, refetched lists no longer change the phase, and the category stays that of the
 * attempt, even if the student has a birthday in the meantime.
 */
function VideoQuiz({
  quiz: { video, ageCategory },
  listed,
  attempt,
  studentId,
}: {
  quiz: Quiz
  /** Used by the introduction; an attempt does not need it. */
  listed: Video | undefined
  attempt: AttemptSummary | undefined
  studentId: string
}) {
  useNoSelectionByDoubleClick()
  useEffect(() => storeVideoTitle(video.title), [video.title])
  const [started, setStarted] = useState<Started | undefined>(
    attempt && { ageCategory: attempt.ageCategory, phase: attempt.state === 'running' ? 'run' : 'result' },
  )
  const isResult = started?.phase === 'result'
  // Loads the quiz while the introduction is read. A student who returns to a result does not need it.
  useEffect(() => {
    if (!isResult) void loadRun().catch(() => undefined)
  }, [isResult])
  if (!started)
    return (
      listed && (
        <QuizIntro
          video={listed}
          questionCount={listed.questionCounts[ageCategory]}
          onStart={() => setStarted({ ageCategory, phase: 'run' })}
        />
      )
    )
  const quiz = { video, ageCategory: started.ageCategory }
  if (!isResult)
    return (
      <Suspense fallback={<LoadingQuiz />}>
        <QuizRun quiz={quiz} studentId={studentId} />
      </Suspense>
    )
  return <QuizResult quiz={quiz} studentId={studentId} lead={quizText.quizCompleted} />
}

/** The second click of a double click on Start lands on what replaced the button, and would select its text. */
function useNoSelectionByDoubleClick(): void {
  useEffect(() => {
    const prevent = (event: MouseEvent) => {
      if (event.detail > 1) event.preventDefault()
    }
    document.addEventListener('mousedown', prevent)
    return () => document.removeEventListener('mousedown', prevent)
  }, [])
}

function LoadingQuiz() {
  return (
    <Loading text={quizText.quizLoading}>
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton shape="button" />
    </Loading>
  )
}

function NoQuiz({ sentence }: { sentence: string }) {
  return (
    <Empty heading="h1" title={sentence} help={text.chooseQuiz}>
      <Link className={buttonClass()} to={paths.student.trivia}>
        {text.seeAllQuizzes}
      </Link>
    </Empty>
  )
}

import type { AgeCategory } from '@baobab/contract/age.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import { quizText } from '@baobab/contract/quiz-text.ts'
import type { Video } from '@baobab/contract/videos.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Note } from '../ui/note.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Loading, VideoCardSkeleton } from '../ui/skeleton.tsx'
import { QuizCard } from './quiz-card.tsx'
import { findAttempt, useQuizzes, type AttemptSummary } from './use-quizzes.ts'
import { quizPageText } from './text.ts'

export const meta = () => pageMeta('Trivia')

export default function QuizList() {
  const quizzes = useQuizzes()
  return (
    <>
      <PageHead
        title="Available Videos with Trivia"
        lead="Watch the video first, then answer its questions in 120 seconds."
      >
        <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.myQuizzes}>
          {quizPageText.myQuizzes}
        </Link>
      </PageHead>
      <Quizzes {...quizzes} />
    </>
  )
}

function Quizzes({ category, videos, attempts, isFailed, isRetrying, retry }: ReturnType<typeof useQuizzes>) {
  if (isFailed) return <Failure title={videosText.videosFailed} isRetrying={isRetrying} onRetry={retry} />
  if (!videos || !attempts)
    return (
      <Loading text={quizText.quizLoading}>
        <div className="grid g3">
          <VideoCardSkeleton />
          <VideoCardSkeleton />
          <VideoCardSkeleton />
        </div>
      </Loading>
    )
  const shown = videos.filter((video) => hasQuiz(video, category, attempts))
  return (
    <>
      {!category && <Note kind="warn">{quizText.ageCategoryNotSet}</Note>}
      {shown.length === 0 ? (
        <Empty title={quizText.noTrivias} help="New videos and quizzes come often.">
          <Link className={buttonClass()} to={paths.student.videos}>
            Watch videos
          </Link>
        </Empty>
      ) : (
        <div className="grid g3">
          {shown.map((video) => (
            <QuizCard
              key={video._id}
              video={video}
              category={category}
              attempt={findAttempt(video._id, category, attempts)}
            />
          ))}
        </div>
      )}
    </>
  )
}

/** Questions for the student's age, or for any where that is not known; or an attempt that began when there were some. */
function hasQuiz(video: Video, category: AgeCategory | null, attempts: readonly AttemptSummary[]): boolean {
  const counts = video.questionCounts
  const count = category ? counts[category] : counts['5-10'] + counts['11-20']
  return count > 0 || findAttempt(video._id, category, attempts) !== undefined
}

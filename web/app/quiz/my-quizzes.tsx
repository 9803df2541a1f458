import { listAttempts } from '@baobab/contract/quiz.ts'
import { quizText } from '@baobab/contract/quiz-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { QuizRow } from './quiz-row.tsx'
import { Streak } from './streak.tsx'
import { useResumeOutbox } from './use-outbox.ts'
import { quizPageText } from './text.ts'

/** What the student has taken so far, the newest first, and the days in a row. */
export function MyQuizzes() {
  return (
    <>
      <PageHead
        title={quizPageText.myQuizzes}
        lead="Every quiz you have begun, with its score. The newest comes first."
      />
      <History />
    </>
  )
}

function History() {
  const listed = useQuery(apiQuery(listAttempts, {}))
  useResumeOutbox(useStudentSession()?.studentId ?? '', listed.data?.attempts)
  if (!listed.data) {
    if (listed.isError)
      return (
        <Failure
          title={errorMessage(listed.error)}
          isRetrying={listed.isFetching}
          onRetry={() => void listed.refetch()}
        />
      )
    return (
      <Loading text={quizText.quizLoading}>
        <RowsSkeleton rows={5} />
      </Loading>
    )
  }
  const { attempts, streakDays } = listed.data
  if (attempts.length === 0)
    return (
      <Empty title="No quiz yet" help="Watch a video, answer its questions, and your first score stands here.">
        <Link className={buttonClass()} to={paths.student.trivia}>
          Take Quiz
        </Link>
      </Empty>
    )
  return (
    <div className="history">
      <Streak days={streakDays} />
      <ol className="card card--flush history__rows" aria-label={quizPageText.myQuizzes}>
        {attempts.map((attempt) => (
          <QuizRow key={attempt._id} attempt={attempt} />
        ))}
      </ol>
    </div>
  )
}

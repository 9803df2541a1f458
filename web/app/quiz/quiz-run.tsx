import { quizText } from '@baobab/contract/quiz-text.ts'
import { errorMessage } from '../api/error-message.ts'
import { Failure } from '../ui/failure.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { QuizClosing } from './quiz-closing.tsx'
import { QuizQuestion } from './quiz-question.tsx'
import { QuizResult } from './quiz-result.tsx'
import { useAttempt } from './use-attempt.ts'
import type { Quiz } from './use-quizzes.ts'
import { quizPageText } from './text.ts'

/** The attempt from its start, or from where it was left, to its result. */
export function QuizRun({ quiz, studentId }: { quiz: Quiz; studentId: string }) {
  const attempt = useAttempt({ quiz, studentId })
  const { start, steps, at, step, left, totalSeconds, finish } = attempt

  if (attempt.isLocked) return <QuizResult quiz={quiz} studentId={studentId} lead={leadOf(attempt)} />
  if (attempt.isOver)
    return (
      <QuizClosing
        steps={steps}
        pending={attempt.pending}
        isTimeUp={attempt.isTimeUp}
        error={finish.error}
        isRetrying={finish.isFetching}
        onRetry={() => void finish.refetch()}
      />
    )
  if (step && left !== undefined && totalSeconds !== undefined)
    return (
      <QuizQuestion
        title={quiz.video.title}
        steps={steps}
        at={at}
        step={step}
        left={left}
        totalSeconds={totalSeconds}
        chosen={attempt.chosen}
        onChoose={attempt.choose}
        onAnswer={attempt.answer}
        onNext={attempt.next}
      />
    )
  if (start.isError)
    return (
      <Failure
        heading="h1"
        title={errorMessage(start.error)}
        isRetrying={start.isFetching}
        onRetry={() => void start.refetch()}
      />
    )
  return (
    <Loading text={quizText.quizLoading}>
      <Skeleton shape="title" />
      <Skeleton shape="option" />
      <Skeleton shape="option" />
      <Skeleton shape="option" />
      <Skeleton shape="option" />
    </Loading>
  )
}

function leadOf({ isTimeUp, finish }: ReturnType<typeof useAttempt>): string {
  if (isTimeUp) return quizText.timeIsUp
  return finish.isSuccess ? quizPageText.finished : quizText.quizCompleted
}

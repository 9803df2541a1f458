import { quizAdminText } from '@baobab/contract/quiz-admin-text.ts'
import { quizText } from '@baobab/contract/quiz-text.ts'
import type { Question } from '@baobab/contract/quiz-admin.ts'
import type { ReactNode } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { useQuestions, type QuizKey } from './use-questions.ts'

type Props = {
  quiz: QuizKey
  heading?: 'h2' | 'h3'
  /** The way on where there is no question. */
  wayOn?: ReactNode
  children: (questions: readonly Question[]) => ReactNode
}

/** The questions of a game, or that they are loading, that there are none, or that they did not load. */
export function WithQuestions({ quiz, heading = 'h2', wayOn, children }: Props) {
  const questions = useQuestions(quiz)
  if (questions.isPending)
    return (
      <Loading text={quizAdminText.triviaLoading}>
        <RowsSkeleton />
      </Loading>
    )
  if (!questions.data)
    return (
      <Failure
        title={quizAdminText.triviaFailed}
        heading={heading}
        isRetrying={questions.isFetching}
        onRetry={() => void questions.refetch()}
      />
    )
  if (questions.data.questions.length === 0)
    return (
      <Empty title={quizText.noTrivias} heading={heading}>
        {wayOn}
      </Empty>
    )
  return children(questions.data.questions)
}

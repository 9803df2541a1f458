import { quizAdminText, quizText } from '@baobab/contract/quiz/text.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { listQuestionsWithAnswers, Question } from '@baobab/contract/quiz/admin.ts'
import type { ReactNode } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { useQuestions, type QuizKey } from './use-questions.ts'

/** How many of the questions are asked. */
export type Pool = Pick<ReplyOf<typeof listQuestionsWithAnswers>, 'askedCount' | 'isFixed'>

type Props = {
  quiz: QuizKey
  heading?: 'h2' | 'h3'
  /** A link to add a question, shown if the quiz has none. */
  addLink?: ReactNode
  children: (questions: readonly Question[], pool: Pool) => ReactNode
}

/** Loads the questions of a quiz. Shows that they are loading, failed to load, or do not exist. */
export function WithQuestions({ quiz, heading = 'h2', addLink, children }: Props) {
  return (
    <QueryView
      query={useQuestions(quiz)}
      failed={quizAdminText.triviaFailed}
      heading={heading}
      loading={
        <Loading text={quizAdminText.triviaLoading}>
          <RowsSkeleton />
        </Loading>
      }
    >
      {({ questions, ...pool }) =>
        questions.length === 0 ? (
          <Empty title={quizText.noTrivias} heading={heading}>
            {addLink}
          </Empty>
        ) : (
          children(questions, pool)
        )
      }
    </QueryView>
  )
}

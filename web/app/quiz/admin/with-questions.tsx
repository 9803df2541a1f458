import { ageCategories, DEFAULT_CATEGORY, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { listQuestionsWithAnswers, type Question, questionStatistics } from '@baobab/contract/quiz/admin.ts'
import { listQuestions } from '@baobab/contract/quiz/endpoints.ts'
import { quizAdminText, quizText } from '@baobab/contract/quiz/text.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../api/query.ts'
import { Empty } from '../../ui/empty.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'

/** How many of the questions are asked. */
export type Pool = Pick<ReplyOf<typeof listQuestionsWithAnswers>, 'askedCount' | 'isFixed'>

type Props = {
  quiz: QuizKey
  heading?: 'h2' | 'h3'
  /** A link for adding a question, shown if the quiz has none. */
  addLink?: ReactNode
  children: (questions: readonly Question[], pool: Pool) => ReactNode
}

/** Loads a quiz's questions. Says if they are loading, failed to load, or do not exist. */
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

/** Identifies a quiz: the questions about a video for an age category. */
export type QuizKey = { videoId: string; ageCategory: AgeCategory }

/** Reads the age category from an address, or returns the default if there is none. */
export function parseCategory(params: URLSearchParams): AgeCategory {
  const named = params.get('ageCategory')
  return ageCategories.find((category) => category === named) ?? DEFAULT_CATEGORY
}

/** The queries to refetch after a question is added, changed or deleted. */
export const questionChanges = [
  listQuestionsWithAnswers,
  listQuestions,
  questionStatistics,
  listAdminVideos,
  listVideos,
]

function useQuestions(quiz: QuizKey) {
  return useQuery(apiQuery(listQuestionsWithAnswers, { query: quiz }))
}

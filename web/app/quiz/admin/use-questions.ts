import { ageCategories, DEFAULT_CATEGORY, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { listQuestions } from '@baobab/contract/quiz/endpoints.ts'
import { listQuestionsWithAnswers, questionStatistics } from '@baobab/contract/quiz/admin.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'

/** A quiz: the questions of a video for an age category. */
export type QuizKey = { videoId: string; ageCategory: AgeCategory }

/** Reads the age category from an address; returns the default if the address has none. */
export function parseCategory(params: URLSearchParams): AgeCategory {
  const named = params.get('ageCategory')
  return ageCategories.find((category) => category === named) ?? DEFAULT_CATEGORY
}

/** The queries to refetch after a question was added, changed or deleted. */
export const questionChanges = [
  listQuestionsWithAnswers,
  listQuestions,
  questionStatistics,
  listAdminVideos,
  listVideos,
]

export function useQuestions(quiz: QuizKey) {
  return useQuery(apiQuery(listQuestionsWithAnswers, { query: quiz }))
}

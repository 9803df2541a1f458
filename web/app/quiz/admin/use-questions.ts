import type { AgeCategory } from '@baobab/contract/age.ts'
import { listQuestions } from '@baobab/contract/quiz.ts'
import { listQuestionsWithAnswers, questionStatistics } from '@baobab/contract/quiz-admin.ts'
import { listAdminVideos } from '@baobab/contract/videos-admin.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'

/** The questions of a video in a category. */
export type QuizKey = { videoId: string; ageCategory: AgeCategory }

/** What another question, or one less, makes out of date. */
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

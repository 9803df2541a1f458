import type { AgeCategory } from '@baobab/contract/age.ts'
import { listQuestions } from '@baobab/contract/quiz.ts'
import { listKnownQuestions, questionStatistics } from '@baobab/contract/trivia.ts'
import { listAdminVideos, listVideos } from '@baobab/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/q.ts'

/** The questions of a video in a category. */
export type Game = { videoId: string; ageCategory: AgeCategory }

/** What another question, or one less, makes out of date. */
export const gameChanges = [listKnownQuestions, listQuestions, questionStatistics, listAdminVideos, listVideos]

export function useKnownQuestions(game: Game) {
  return useQuery(q(listKnownQuestions, { query: game }))
}

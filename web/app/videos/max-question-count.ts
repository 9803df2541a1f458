import type { Video } from '@baobab/contract/videos/endpoints.ts'

/** Returns the number of questions in the larger of a video's two quizzes: a visitor's age category is unknown. */
export function maxQuestionCount({ questionCounts }: Pick<Video, 'questionCounts'>): number {
  return Math.max(questionCounts['5-10'], questionCounts['11-20'])
}

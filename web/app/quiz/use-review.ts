import { reviewAttempt } from '@baobab/contract/quiz.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { useTrackedAnswers } from './answer-outbox.ts'
import { isOverRefusal } from './rules.ts'
import type { Quiz } from './use-quizzes.ts'

/** Loads the review of a locked attempt, and counts this page's answers that arrived too late for it. */
export function useReview({ video, ageCategory }: Quiz) {
  const tracked = useTrackedAnswers()
  const review = useQuery(apiQuery(reviewAttempt, { params: { videoTitle: video.title, ageCategory } }))
  const lateAnswers = tracked.filter(
    ({ answer, progress }) =>
      answer.videoId === video._id &&
      answer.ageCategory === ageCategory &&
      progress.state === 'refused' &&
      isOverRefusal(progress.code),
  )
  return { review, lateCount: lateAnswers.length }
}

import { type QuestionReport, reviewAttempt, type Review } from '@baobab/contract/quiz/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, queryClient } from '../api/query.ts'
import { useTrackedAnswers } from './answer-outbox.ts'
import { isOverRefusal } from './rules.ts'
import type { Quiz } from './use-quizzes.ts'

const reviewQuery = ({ video, ageCategory }: Quiz) =>
  apiQuery(reviewAttempt, { params: { videoTitle: video.title, ageCategory } })

/** Loads the review of a locked attempt, and counts answers from this page that arrived too late. */
export function useReview(quiz: Quiz) {
  const tracked = useTrackedAnswers()
  const review = useQuery(reviewQuery(quiz))
  const lateAnswers = tracked.filter(
    ({ answer, progress }) =>
      answer.videoId === quiz.video._id &&
      answer.ageCategory === quiz.ageCategory &&
      progress.state === 'refused' &&
      isOverRefusal(progress.code),
  )
  return { review, lateCount: lateAnswers.length }
}

/** Adds a report that was just sent to the loaded review, so that it appears without another request. */
export function cacheReport(quiz: Quiz, questionId: string, report: QuestionReport): void {
  queryClient.setQueryData<Review>(
    reviewQuery(quiz).queryKey,
    (review) =>
      review && {
        ...review,
        questions: review.questions.map((one) => (one._id === questionId ? { ...one, report } : one)),
      },
  )
}

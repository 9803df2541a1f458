import { startAttempt } from '@baobab/contract/quiz.ts'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'
import { readClock } from './rules.ts'
import type { Quiz } from './use-quizzes.ts'

/**
 * Starts the attempt, or reads the running one, with the server's clock. Starting again changes nothing, so it is
 * refetched whenever the page becomes visible. Use it only for a running attempt or after the student has pressed Start
 * Quiz.
 */
export function attemptQuery({ video, ageCategory }: Quiz) {
  const params = { videoTitle: video.title, ageCategory }
  return queryOptions({
    queryKey: ['attempt', video._id, ageCategory],
    queryFn: async ({ signal }) => {
      const sentAt = performance.now()
      const attempt = await callApi(startAttempt, { params }, { signal })
      return { attempt, clock: readClock(attempt, sentAt, performance.now()) }
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
}

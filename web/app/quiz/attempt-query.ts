import { ApiError, type ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'
import { listAttempts, startAttempt, type Attempt, type AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'
import { apiQuery, queryClient } from '../api/query.ts'
import { serverTime } from '../api/server-time.ts'
import { readMaintenanceAfterRefusal } from '../maintenance/use-maintenance.ts'
import { secondsLeft } from './rules.ts'
import type { Quiz } from './use-quizzes.ts'

/**
 * Starts the attempt, or reads the running one. Starting again changes nothing, so it is refetched whenever the page becomes visible. Use
 * it only for a running attempt or after the student has pressed Start Quiz.
 */
export function attemptQuery({ video, ageCategory }: Quiz) {
  const params = { videoTitle: video.title, ageCategory }
  return queryOptions({
    queryKey: ['attempt', video._id, ageCategory],
    queryFn: async ({ signal }) => {
      const attempt = await callApi(startAttempt, { params }, { signal }).catch(readMaintenanceAfterRefusal)
      addToList(attempt, video)
      return attempt
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
}

/** Adds a running attempt to the list of attempts, so that every page shows it at once. */
function addToList(attempt: Attempt, { _id: videoId }: Pick<Video, '_id'>): void {
  const { _id, videoTitle, ageCategory, startedAt, seconds, deadline, serverNow, answers, questions } = attempt
  const running: AttemptSummary = {
    _id,
    videoId,
    videoTitle,
    hasVideo: true,
    ageCategory,
    state: 'running',
    score: answers.filter(({ correct }) => correct).length * POINTS_PER_ANSWER,
    maxScore: questions.length * POINTS_PER_ANSWER,
    startedAt,
    seconds,
    deadline,
    lockedAt: null,
  }
  queryClient.setQueryData(
    apiQuery(listAttempts, {}).queryKey,
    (list: ReplyOf<typeof listAttempts> | undefined) =>
      list && { ...list, serverNow, attempts: [running, ...list.attempts.filter((one) => one._id !== _id)] },
  )
}

/**
 * Asks the server whether an attempt is still running although it is over by this page's clock: maintenance may have moved the
 * deadline, or the clock may have been wrong until this reply.
 */
export async function isStillRunning(
  { video, ageCategory }: Quiz,
  deadline: string,
  signal: AbortSignal,
): Promise<boolean> {
  const params = { videoTitle: video.title, ageCategory }
  try {
    const attempt = await callApi(startAttempt, { params }, { signal })
    return attempt.deadline !== deadline || secondsLeft(attempt, serverTime()) > 0
  } catch (error) {
    if (error instanceof ApiError && error.code === 'quiz_completed') return false
    return readMaintenanceAfterRefusal(error)
  }
}

// Which quizzes there are for this student, and how far each has come.
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { listAttempts } from '@baobab/contract/quiz.ts'
import type { Video } from '@baobab/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../api/q.ts'
import { useStudentSession } from '../api/session.ts'
import { useMyCategory } from '../api/use-my-category.ts'
import { useVideos } from '../videos/use-videos.ts'
import { useSendKept } from './use-outbox.ts'

export type AttemptState = ReplyOf<typeof listAttempts>['attempts'][number]

/** A video's quiz in one category. */
export type Quiz = { video: Video; ageCategory: AgeCategory }

export function useQuizzes() {
  const studentId = useStudentSession()?.studentId ?? ''
  const category = useMyCategory()
  const videos = useVideos()
  const listed = useQuery(q(listAttempts, {}))
  const attempts = listed.data?.attempts
  useSendKept(studentId, attempts)
  return {
    studentId,
    category,
    videos: videos.data,
    attempts,
    isFailed: (videos.isError && !videos.data) || (listed.isError && !attempts),
    isRetrying: videos.isFetching || listed.isFetching,
    retry: () => void Promise.all([videos.refetch(), listed.refetch()]),
  }
}

/**
 * The attempt that counts for a video: a running one even of yesterday's category (it keeps the one it was started in),
 * else that of today's.
 */
export function attemptOf(
  videoId: string,
  category: AgeCategory | null,
  attempts: readonly AttemptState[],
): AttemptState | undefined {
  const own = attempts.filter((attempt) => attempt.videoId === videoId)
  return own.find(({ state }) => state === 'running') ?? own.find(({ ageCategory }) => ageCategory === category)
}

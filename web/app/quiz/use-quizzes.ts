// Which quizzes there are for this student, and how far each has come.
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { listAttempts } from '@baobab/contract/quiz.ts'
import type { Video } from '@baobab/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { useVideos } from '../videos/use-videos.ts'
import { useResumeOutbox } from './use-outbox.ts'

export type AttemptSummary = ReplyOf<typeof listAttempts>['attempts'][number]

/** A video's quiz in one category. */
export type Quiz = { video: Video; ageCategory: AgeCategory }

export function useQuizzes() {
  const studentId = useStudentSession()?.studentId ?? ''
  const category = useAgeCategory()
  const videos = useVideos()
  const listed = useQuery(apiQuery(listAttempts, {}))
  const attempts = listed.data?.attempts
  useResumeOutbox(studentId, attempts)
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
export function findAttempt(
  videoId: string,
  category: AgeCategory | null,
  attempts: readonly AttemptSummary[],
): AttemptSummary | undefined {
  const own = attempts.filter((attempt) => attempt.videoId === videoId)
  return own.find(({ state }) => state === 'running') ?? own.find(({ ageCategory }) => ageCategory === category)
}

// The student's quizzes and their states.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { listAttempts, type AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import type { QueryState } from '../ui/query-view.tsx'
import type { FormerQuiz } from '../videos/is-former-quiz.ts'
import { useVideos } from '../videos/use-videos.ts'
import { useResumeOutbox } from './answer-outbox.ts'

/** A video's quiz in one age category. */
export type Quiz = { video: Pick<Video, '_id' | 'title'>; ageCategory: AgeCategory }

export type Quizzes = {
  videos: readonly Video[]
  attempts: readonly AttemptSummary[]
  formerQuizzes: readonly FormerQuiz[]
}

/** Loads the videos and the student's attempts, and sends answers left over from earlier page loads. */
export function useQuizzes() {
  const studentId = useStudentSession()?.studentId ?? ''
  const category = useAgeCategory()
  const videos = useVideos()
  const listed = useQuery(apiQuery(listAttempts, {}))
  const attempts = listed.data?.attempts
  useResumeOutbox(studentId, attempts)
  const quizzes: QueryState<Quizzes> = {
    data: videos.data && listed.data && { videos: videos.data, ...listed.data },
    isError: (videos.isError && !videos.data) || (listed.isError && !attempts),
    isFetching: videos.isFetching || listed.isFetching,
    refetch: () => Promise.all([videos.refetch(), listed.refetch()]),
  }
  return { studentId, category, quizzes }
}

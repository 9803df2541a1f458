import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { isFormerQuiz } from '../videos/is-former-quiz.ts'
import type { Quizzes } from './use-quizzes.ts'

type Options = Pick<Quizzes, 'attempts' | 'formerQuizzes'> & {
  category: AgeCategory | null
  /** The video whose quiz was requested and comes first. */
  askedId: string | null
}

/**
 * Returns the videos in the order in which their quizzes are worth taking: the requested one, a running one, open ones whose video was
 * watched, other open ones, those that require a payment, and finished ones. Otherwise keeps the order.
 */
export function orderQuizzes(videos: readonly Video[], options: Options): Video[] {
  const ranked = videos.map((video) => ({ video, rank: rankQuiz(video, options) }))
  return ranked.sort((a, b) => a.rank - b.rank).map(({ video }) => video)
}

function rankQuiz(video: Video, { attempts, formerQuizzes, category, askedId }: Options): number {
  if (video._id === askedId) return 0
  const attempt = findAttempt(video._id, category, attempts)
  if (attempt) return attempt.state === 'running' ? 1 : 5
  if (isFormerQuiz(video._id, category, formerQuizzes)) return 5
  if (video.isLocked) return 4
  return video.isWatched ? 2 : 3
}

/**
 * Returns the student's attempt for a video: a running one, even in another category because the student has since had a birthday,
 * otherwise the one in today's category.
 */
export function findAttempt(
  videoId: string,
  category: AgeCategory | null,
  attempts: readonly AttemptSummary[],
): AttemptSummary | undefined {
  const own = attempts.filter((attempt) => attempt.videoId === videoId)
  return own.find(({ state }) => state === 'running') ?? own.find(({ ageCategory }) => ageCategory === category)
}

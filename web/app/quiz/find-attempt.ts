import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'

/**
 * Returns the student's attempt at a video: a running one, even if it belongs to another category because the student
 * has had a birthday since, otherwise the one in today's category.
 */
export function findAttempt(
  videoId: string,
  category: AgeCategory | null,
  attempts: readonly AttemptSummary[],
): AttemptSummary | undefined {
  const own = attempts.filter((attempt) => attempt.videoId === videoId)
  return own.find(({ state }) => state === 'running') ?? own.find(({ ageCategory }) => ageCategory === category)
}

import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { AttemptSummary, listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'

/** A quiz that the student cannot take, because an erased account with the same email had started it. */
export type FormerQuiz = ReplyOf<typeof listAttempts>['formerQuizzes'][number]

/** Returns whether an erased account with the same email had started the quiz of a video in a category. */
export function isFormerQuiz(
  videoId: string,
  category: AgeCategory | null,
  formerQuizzes: readonly FormerQuiz[],
): boolean {
  return formerQuizzes.some((quiz) => quiz.videoId === videoId && quiz.ageCategory === category)
}

/** The quizzes that a student has started, and those of an erased account with the same email. */
type Attempts = { attempts: readonly AttemptSummary[]; formerQuizzes: readonly FormerQuiz[] }

/** Returns a function that tells whether a student can still take the quiz of a video, or is taking it now. */
export function createIsQuizOpen(category: AgeCategory | null, { attempts, formerQuizzes }: Attempts) {
  return ({ _id, isLocked, questionCounts }: Video): boolean => {
    const own = attempts.filter(({ videoId }) => videoId === _id)
    if (own.some(({ state }) => state === 'running')) return true
    if (category === null || isLocked || questionCounts[category] === 0) return false
    return !own.some(({ ageCategory }) => ageCategory === category) && !isFormerQuiz(_id, category, formerQuizzes)
  }
}

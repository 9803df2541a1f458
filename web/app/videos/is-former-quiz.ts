import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { listAttempts } from '@baobab/contract/quiz/endpoints.ts'

/** A quiz that the student cannot take, because an erased account of the same email had started it. */
export type FormerQuiz = ReplyOf<typeof listAttempts>['formerQuizzes'][number]

/** Returns whether an erased account of the same email had started the quiz of a video in a category. */
export function isFormerQuiz(
  videoId: string,
  category: AgeCategory | null,
  formerQuizzes: readonly FormerQuiz[],
): boolean {
  return formerQuizzes.some((quiz) => quiz.videoId === videoId && quiz.ageCategory === category)
}

import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'
import { useAgeCategory } from '../../api/use-age-category.ts'
import { isFormerQuiz } from '../is-former-quiz.ts'

type Attempts = Pick<ReplyOf<typeof listAttempts>, 'attempts' | 'formerQuizzes'>

/** Returns a function that tells whether a student can still take the quiz of a video, or is taking it now. */
export function createIsQuizOpen(category: AgeCategory | null, { attempts, formerQuizzes }: Attempts) {
  return ({ _id, isLocked, questionCounts }: Video): boolean => {
    const own = attempts.filter(({ videoId }) => videoId === _id)
    if (own.some(({ state }) => state === 'running')) return true
    if (category === null || isLocked || questionCounts[category] === 0) return false
    return !own.some(({ ageCategory }) => ageCategory === category) && !isFormerQuiz(_id, category, formerQuizzes)
  }
}

/** Loads which quizzes are open, once the list is to show them. */
export function useOpenQuizzes(isEnabled: boolean) {
  const category = useAgeCategory()
  const listed = useQuery({ ...apiQuery(listAttempts, {}), enabled: isEnabled })
  return { ...listed, data: listed.data && createIsQuizOpen(category, listed.data) }
}

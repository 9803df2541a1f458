import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'
import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { isFormerQuiz, type FormerQuiz } from './is-former-quiz.ts'

/** What the player offers after the end of a video. */
export type Ending =
  | { kind: 'no-category' | 'no-quiz' | 'former' | 'running' | 'offline' }
  | { kind: 'done'; score: number; maxScore: number }
  | { kind: 'quiz'; questions: number; points: number }

type Facts = {
  video: Pick<Video, '_id' | 'questionCounts'>
  isOnline: boolean
  category: AgeCategory | null
  /** Undefined until they are loaded. */
  quizzes: { attempts: readonly AttemptSummary[]; formerQuizzes: readonly FormerQuiz[] } | undefined
}

/** Chooses what is offered after the end of a video: its quiz, the quiz's result, or why there is none. */
export function chooseEnding({ video, isOnline, category, quizzes }: Facts): Ending {
  const own = quizzes?.attempts.filter(({ videoId }) => videoId === video._id) ?? []
  if (own.some(({ state }) => state === 'running')) return { kind: 'running' }
  if (!category) return { kind: 'no-category' }
  const done = own.find(({ ageCategory }) => ageCategory === category)
  if (done) return { kind: 'done', score: done.score, maxScore: done.maxScore }
  const questions = video.questionCounts[category]
  if (questions === 0) return { kind: 'no-quiz' }
  if (isFormerQuiz(video._id, category, quizzes?.formerQuizzes ?? [])) return { kind: 'former' }
  if (!isOnline) return { kind: 'offline' }
  return { kind: 'quiz', questions, points: questions * POINTS_PER_ANSWER }
}

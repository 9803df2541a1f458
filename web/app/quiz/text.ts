// Our own sentences about a quiz; the spec's stand in the contract.
import { quizText } from '@baobab/contract/quiz-text.ts'
import type { QuizStep } from './rules.ts'

export const quizPageText = {
  beforeSubmit: '10 points if you are right. You cannot change it after you submit.',
  slow: 'Your answer is still on its way. You can go on.',
  offline: 'No connection. Your answer is kept and will be sent.',
  wrong: 'Keep going.',
  waitingForAnswers: 'Your last answers are still being saved. Please keep this page open.',
  lateRisk: 'An answer that reaches us after the end of the quiz does not count.',
  finished: 'Quiz finished',
  myQuizzes: 'My quizzes',
  notTaken: 'You have not taken this quiz yet.',
} as const

/** What is said about an answer that the server did not take. */
export function describeRefusal(refusal: QuizStep['refusal']): string {
  return refusal === 'already_answered' ? quizText.alreadyAnswered : quizText.answerFailed
}

/** 1 -> '1 answer reached us after the quiz had ended and does not count.' */
export function describeLateAnswers(count: number): string {
  const [answers, does] = count === 1 ? ['1 answer', 'does'] : [`${count} answers`, 'do']
  return `${answers} reached us after the quiz had ended and ${does} not count.`
}

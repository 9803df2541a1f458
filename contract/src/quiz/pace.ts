// Whether the time of a quiz is enough for the number of questions that each student is asked.
import { QUIZ_SECONDS } from './limits.ts'

/**
 * The least seconds for one question. A question and its four options have about 25 words, for which a fluent reader of ten
 * years needs 8 seconds; quizzes that only a fast reader can finish are made on purpose, faster ones by mistake.
 */
export const LEAST_SECONDS_PER_QUESTION = 5

/** Returns the seconds that a student has for each question, rounded to a tenth. */
export function secondsPerQuestion(asked: number): number {
  return Math.round((QUIZ_SECONDS / asked) * 10) / 10
}

/** Whether a quiz that asks so many questions leaves too little time for each. Admins are warned; nothing is refused. */
export function isTooFast(asked: number): boolean {
  return asked * LEAST_SECONDS_PER_QUESTION > QUIZ_SECONDS
}

/** The most questions that leave enough time for each. */
export const MOST_UNHURRIED = Math.floor(QUIZ_SECONDS / LEAST_SECONDS_PER_QUESTION)

import { EXTRA_TIME_FACTORS, QUIZ_SECONDS } from '@baobab/contract/quiz/rules.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quizSeconds, readingSeconds, shuffle } from './rules.ts'

const words = (count: number) => Array<string>(count).fill('word').join(' ')
const anyQuestions = fc.array(
  fc.record({
    question: fc.nat(40).map(words),
    options: fc.tuple(...Array.from({ length: 4 }, () => fc.nat(15).map(words))),
  }),
)
const anyFactor = fc.constantFrom(...EXTRA_TIME_FACTORS)
const ask = (question: string, ...options: string[]) => ({ question, options })

describe('the time of a quiz that is read aloud', () => {
  it('is the plain time and the time to hear all words at 110 a minute, rounded up to ten seconds', () => {
    expect(readingSeconds([])).toBe(120)
    expect(readingSeconds([ask(words(90), words(5), words(5), words(5), words(5))])).toBe(180)
    expect(readingSeconds([ask(`${words(91)} -`, words(5), words(5), words(5), words(5))])).toBe(190)
  })

  it('is never less than the plain time or that of an admin, and at most double', () => {
    fc.assert(
      fc.property(anyQuestions, anyFactor, (questions, extraTimeFactor) => {
        expect(quizSeconds({ extraTimeFactor, wantsReading: false }, questions)).toBe(QUIZ_SECONDS * extraTimeFactor)
        const seconds = quizSeconds({ extraTimeFactor, wantsReading: true }, questions)
        expect(seconds).toBeGreaterThanOrEqual(QUIZ_SECONDS * extraTimeFactor)
        expect(seconds).toBeLessThanOrEqual(2 * QUIZ_SECONDS)
      }),
    )
  })

  it('is the same in any order of questions and options, and a longer text never shortens it', () => {
    fc.assert(
      fc.property(anyQuestions, fc.nat(), (questions, seed) => {
        const shuffled = shuffle(questions, (below) => seed % below)
        expect(readingSeconds(shuffled.map(({ question, options }) => ask(question, ...options.toReversed())))).toBe(
          readingSeconds(questions),
        )
        expect(readingSeconds([...questions, ask('One more?')])).toBeGreaterThanOrEqual(readingSeconds(questions))
      }),
    )
  })
})

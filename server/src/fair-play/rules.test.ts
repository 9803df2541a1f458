import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  appealDueAt,
  countRemindersDue,
  countBits,
  findHaste,
  isFlaggedLook,
  isPerfect,
  isSuspect,
  isTooRare,
  judgeAnswers,
  judgeAttempt,
  listWrongAnswers,
  readingMs,
  sortAnswers,
  type FinishedAttempt,
} from './rules.ts'

const STARTED = new Date('2026-11-02T08:00:00Z')

/** Returns a question of 140 characters, which takes at least 1.4 seconds to read. */
const question = (id: string) => ({
  id,
  question: 'q'.repeat(100),
  options: ['right', 'a'.repeat(12), 'b'.repeat(12), 'c'.repeat(11)],
  correctAnswer: 'right',
})

/**
 * Returns an attempt at questions q0, q1, …: when each answer arrived, in milliseconds since the start, and whether it was
 * right.
 */
function attemptOf(given: readonly (readonly [ms: number, correct: boolean])[], asked = given.length): FinishedAttempt {
  return {
    startedAt: STARTED,
    questionSnapshot: Array.from({ length: asked }, (_, index) => question(`q${index}`)),
    answers: given.map(([ms, correct], index) => ({
      questionId: `q${index}`,
      answer: correct ? 'right' : 'a'.repeat(12),
      correct,
      answeredAt: new Date(STARTED.getTime() + ms),
    })),
  }
}

const all = (times: readonly number[], correct = true) => attemptOf(times.map((ms) => [ms, correct] as const))

it('answers are judged by the current keys of their questions', () => {
  const { questionSnapshot } = attemptOf([
    [0, true],
    [0, true],
  ])
  const given = (questionId: string, answer: string) => ({ questionId, answer, answeredAt: STARTED })
  const answers = [given('q1', 'right'), given('q0', 'a'.repeat(12)), given('unknown', 'right')]
  expect(judgeAnswers(answers, questionSnapshot)).toEqual(
    [true, false, false].map((correct, index) => ({ ...answers[index], correct })),
  )
})

it('void questions are left out: they prove nothing about a student', () => {
  const { questionSnapshot } = all([0, 0, 0, 0])
  const given = ['q0', 'q1', 'q2', 'q3'].map((questionId) => ({ questionId, answer: 'right', answeredAt: STARTED }))
  for (const voided of ['all', 'none'] as const) {
    const [first, ...others] = questionSnapshot
    const judged = judgeAttempt(given, first ? [{ ...first, voided }, ...others] : [])
    expect(judged.answers.map(({ questionId, correct }) => [questionId, correct])).toEqual([
      ['q1', true],
      ['q2', true],
      ['q3', true],
    ])
    expect(isPerfect({ startedAt: STARTED, ...judged })).toBe(true)
    expect(listWrongAnswers({ startedAt: STARTED, ...judged })).toBeUndefined()
  }
})

it('answers at the same moment are sorted by question', () => {
  const { answers } = attemptOf([
    [5, true],
    [5, true],
    [1, true],
  ])
  for (const made of [answers, answers.toReversed()])
    expect(sortAnswers(made).map(({ questionId }) => questionId)).toEqual(['q2', 'q0', 'q1'])
})

describe('the minimum reading time', () => {
  it('is ten milliseconds per character, within bounds', () => {
    expect(readingMs(question('q'))).toBe(1_400)
    expect(readingMs({ question: 'x?', options: ['1', '2', '3', '4'] })).toBe(400)
    expect(readingMs({ question: 'x'.repeat(500), options: [] })).toBe(3_000)
  })
})

describe('haste', () => {
  it('is detected in five right answers within 0.17 s', () => {
    expect(findHaste(all([30, 60, 100, 130, 170]))).toEqual({
      answers: 3,
      correct: 3,
      seconds: 0.1,
      readingSeconds: 4.2,
    })
  })

  it('is not detected in answers that arrive together after a lost connection', () => {
    expect(findHaste(all([40_000, 40_001, 40_002, 40_003, 40_004]))).toBeUndefined()
  })

  it('is not detected when a child taps at random', () => {
    const given = [true, false, false, true, false].map((correct, index) => [index * 200, correct] as const)
    expect(findHaste(attemptOf(given))).toBeUndefined()
  })

  it('needs three answers', () => {
    expect(findHaste(all([10, 20]))).toBeUndefined()
    expect(findHaste(all([10, 20, 30]))).toBeDefined()
  })

  it('needs four right answers of five', () => {
    const wrongFirst = (count: number) =>
      attemptOf([10, 20, 30, 40, 50].map((ms, index) => [ms, index >= count] as const))
    expect(findHaste(wrongFirst(1))).toMatchObject({ answers: 5, correct: 4 })
    expect(findHaste(wrongFirst(2))).toBeUndefined()
  })

  it('ends at the minimum reading time', () => {
    expect(findHaste(all([1, 2, 4_199]))).toBeDefined()
    expect(findHaste(all([1, 2, 4_200]))).toBeUndefined()
  })
})

describe('a suspect attempt', () => {
  it('is perfect and leaves no time to think', () => {
    expect(isSuspect(all([2_000, 4_000, 6_000, 8_000, 14_000]))).toBe(true)
    expect(isSuspect(all([2_000, 4_000, 6_000, 8_000, 14_001]))).toBe(false)
    expect(isSuspect(all([10, 20, 30], false))).toBe(false)
  })

  it('has at least three questions, all of them answered', () => {
    expect(isPerfect(all([1_000, 2_000]))).toBe(false)
    expect(isPerfect(attemptOf([[1, true], [2, true], [3, true]], 4))).toBe(false) // prettier-ignore
    expect(isPerfect(all([1, 2, 3]))).toBe(true)
  })
})

describe('equal wrong answers', () => {
  it('mean nothing if there are fewer than three', () => {
    expect(listWrongAnswers(attemptOf([[1, false], [2, false], [3, true]]))).toBeUndefined() // prettier-ignore
  })

  it('are listed in the order they were given', () => {
    const wrong = listWrongAnswers(attemptOf([[3, false], [1, false], [2, false]])) // prettier-ignore
    expect(wrong?.map(({ questionId }) => questionId)).toEqual(['q1', 'q2', 'q0'])
  })

  it('prove nothing if they are three common mistakes in the same order', () => {
    expect(isTooRare(countBits([300, 300, 300], 1_000))).toBe(false)
  })

  it('are too rare for chance if they are six rare mistakes in the same order', () => {
    expect(isTooRare(countBits([60, 60, 60, 60, 60, 60], 1_000))).toBe(true)
  })

  it('weigh more the rarer and the more numerous they are', () => {
    expect(countBits([1, 1, 1], 1_000)).toBeGreaterThan(countBits([9, 1, 1], 1_000))
    expect(countBits([50, 50, 50, 50], 1_000)).toBeGreaterThan(countBits([50, 50, 50], 1_000))
    expect(countBits([3, 3, 3], 4)).toBeCloseTo(3 * 1 + Math.log2(6))
  })
})

describe('a start just after another account has seen the answers', () => {
  const look = { isCrowd: false, isHasty: false, quizzes: 1 }

  it('is flagged on a device used by few', () => {
    expect(isFlaggedLook({ ...look, link: 'device' })).toBe(true)
  })

  it('means nothing on a school computer, unless it repeats or is hasty', () => {
    expect(isFlaggedLook({ ...look, link: 'device', isCrowd: true, quizzes: 2 })).toBe(false)
    expect(isFlaggedLook({ ...look, link: 'device', isCrowd: true, quizzes: 3 })).toBe(true)
    expect(isFlaggedLook({ ...look, link: 'device', isCrowd: true, isHasty: true })).toBe(true)
  })

  it('is flagged on a family’s network only if it repeats or is hasty', () => {
    expect(isFlaggedLook({ ...look, link: 'network', quizzes: 2 })).toBe(false)
    expect(isFlaggedLook({ ...look, link: 'network', quizzes: 3 })).toBe(true)
    expect(isFlaggedLook({ ...look, link: 'network', isHasty: true })).toBe(true)
  })

  it('never means anything on a crowd’s network', () => {
    expect(isFlaggedLook({ link: 'network', isCrowd: true, isHasty: true, quizzes: 9 })).toBe(false)
  })
})

describe('the rules', () => {
  const times = fc.array(fc.tuple(fc.integer({ min: 0, max: 120_000 }), fc.boolean()), { maxLength: 12 })

  it('do not depend on when an attempt took place', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: -1e9, max: 1e9 }), (given, shiftMs) => {
        const attempt = attemptOf(given)
        const move = (at: Date) => new Date(at.getTime() + shiftMs)
        const moved = {
          ...attempt,
          startedAt: move(attempt.startedAt),
          answers: attempt.answers.map((answer) => ({ ...answer, answeredAt: move(answer.answeredAt) })),
        }
        expect(findHaste(moved)).toEqual(findHaste(attempt))
        expect(isSuspect(moved)).toBe(isSuspect(attempt))
      }),
    )
  })

  it('do not depend on the order in which answers are read', () => {
    fc.assert(
      fc.property(times, (given) => {
        const attempt = attemptOf(given)
        const reversed = { ...attempt, answers: attempt.answers.toReversed() }
        expect(findHaste(reversed)).toEqual(findHaste(attempt))
        expect(isSuspect(reversed)).toBe(isSuspect(attempt))
        expect(listWrongAnswers(reversed)).toEqual(listWrongAnswers(attempt))
      }),
    )
  })

  it('flag nobody who takes at least the reading time', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1_400, max: 20_000 }), fc.boolean())), (given) => {
        let at = 0
        expect(findHaste(attemptOf(given.map(([ms, correct]) => [(at += ms), correct] as const)))).toBeUndefined()
      }),
    )
  })
})

describe('an appeal', () => {
  it('is due after a week', () => {
    expect(appealDueAt(new Date('2026-11-10T10:00:00Z'), [])).toEqual(new Date('2026-11-17T10:00:00Z'))
  })

  it('is due two hours before the next draw, when its entrants can no longer be changed', () => {
    expect(appealDueAt(new Date('2026-11-29T10:00:00Z'), [])).toEqual(new Date('2026-12-03T10:00:00Z'))
    expect(appealDueAt(new Date('2026-12-02T10:00:00Z'), [])).toEqual(new Date('2026-12-03T10:00:00Z'))
  })

  it('is due after a week if it is too late for the draw', () => {
    expect(appealDueAt(new Date('2026-12-03T10:00:00Z'), [])).toEqual(new Date('2026-12-10T10:00:00Z'))
  })

  it('is due before a repeated draw that includes the student', () => {
    const repeated = new Date('2026-11-12T15:00:00Z')
    expect(appealDueAt(new Date('2026-11-10T10:00:00Z'), [repeated])).toEqual(new Date('2026-11-12T13:00:00Z'))
  })

  it('is followed by reminders two days and half a day before it is due', () => {
    const dueAt = new Date('2026-12-03T11:00:00Z')
    const countAt = (at: string) => countRemindersDue(dueAt, new Date(at))
    expect(countAt('2026-12-01T10:59:59Z')).toBe(0)
    expect(countAt('2026-12-01T11:00:00Z')).toBe(1)
    expect(countAt('2026-12-02T22:59:59Z')).toBe(1)
    expect(countAt('2026-12-02T23:00:00Z')).toBe(2)
    expect(countAt('2026-12-09T23:00:00Z')).toBe(2)
  })
})

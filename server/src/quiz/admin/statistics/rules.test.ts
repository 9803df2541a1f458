import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { summarizeAnswers, type Tally } from './rules.ts'

const question = { id: 'q', question: 'Who?', options: ['Ada', 'Bola', 'Chidi', 'Dan'], correctAnswer: 'Bola' }
const times = { medianSeconds: null, meanSeconds: null }
const of = (tallies: Tally[], asked = 0) => summarizeAnswers(question, { asked, tallies, ...times })

const tally = fc.record({
  answer: fc.oneof(fc.constantFrom(...question.options, ' bola ', 'ADA'), fc.string()),
  correct: fc.boolean(),
  count: fc.integer({ min: 1, max: 1_000 }),
})
const counted = fc.tuple(fc.array(tally), fc.integer({ min: 0, max: 5_000 }))

describe('a question’s statistics', () => {
  it('count every answer once', () => {
    fc.assert(
      fc.property(counted, ([tallies, asked]) => {
        const found = of(tallies, asked)
        const all = tallies.reduce((total, { count }) => total + count, 0)
        expect(found.answered).toBe(all)
        expect(found.options.reduce((total, { chosen }) => total + chosen, found.former)).toBe(all)
        expect(found.correct).toBeLessThanOrEqual(found.answered)
        expect(found.answered).toBeLessThanOrEqual(found.asked)
        expect(found.former).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('name the most frequently chosen wrong option, never the correct one', () => {
    fc.assert(
      fc.property(counted, ([tallies, asked]) => {
        const { options, topWrong } = of(tallies, asked)
        const wrong = options.filter(({ isCorrect }) => !isCorrect)
        const most = Math.max(...wrong.map(({ chosen }) => chosen))
        const named = wrong.find(({ option }) => option === topWrong)
        expect(named?.chosen ?? 0).toBe(most)
        expect(named === undefined).toBe(topWrong === null)
      }),
    )
  })

  it('do not depend on the order of the counts', () => {
    fc.assert(
      fc.property(counted, ([tallies, asked]) => {
        expect(of(tallies.toReversed(), asked)).toEqual(of(tallies, asked))
      }),
    )
  })

  it('keep the scores given at the time of the answer, and count removed options separately', () => {
    const found = of([
      { answer: 'Ada', correct: true, count: 3 },
      { answer: ' bOLA ', correct: false, count: 2 },
      { answer: 'Efe', correct: false, count: 4 },
    ])
    expect(found).toMatchObject({ answered: 9, correct: 3, former: 4, topWrong: 'Ada' })
    expect(found.options).toEqual([
      { option: 'Ada', isCorrect: false, chosen: 3 },
      { option: 'Bola', isCorrect: true, chosen: 2 },
      { option: 'Chidi', isCorrect: false, chosen: 0 },
      { option: 'Dan', isCorrect: false, chosen: 0 },
    ])
  })

  it('are empty without answers', () => {
    expect(of([], 7)).toMatchObject({ asked: 7, answered: 0, correct: 0, former: 0, topWrong: null })
  })
})

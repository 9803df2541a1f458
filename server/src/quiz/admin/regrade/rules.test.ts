import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCorrect, type SnapshotQuestion } from '../../rules.ts'
import {
  type AgreedRegrade,
  changesKey,
  compareBoards,
  isSameKey,
  regradeAttempt,
  sawOtherWording,
  toNewKey,
} from './rules.ts'

const options = ['Ada', 'Bola', 'Chidi', 'Dan']
const question: SnapshotQuestion = { id: 'q1', question: 'Who?', options, correctAnswer: 'Ada' }
const other: SnapshotQuestion = { ...question, id: 'q2' }
const decidedAt = new Date('2026-11-22T10:00:00.000Z')
const change = {
  questionId: 'q1',
  voided: null,
  oldAnswer: 'Ada',
  newAnswer: 'Bola',
  keepsOld: false,
  explanation: null,
}
const regrade: AgreedRegrade = { ...change, id: 'r1', decidedAt }
const apply = (answer: string | null, changes: Partial<AgreedRegrade> = {}, snapshot = [question, other]) =>
  regradeAttempt({ questionSnapshot: snapshot, answer }, { ...regrade, ...changes })

describe('a regraded attempt', () => {
  it.each([
    ['Bola', 10],
    ['Ada', -10],
    ['Chidi', 0],
    [null, 0],
  ])('with the answer %s changes by %d points', (answer, delta) => {
    expect(apply(answer)).toMatchObject({ delta })
  })

  it('keeps both keys, and changes no other question', () => {
    const corrected = { regradeId: 'r1', at: decidedAt.toISOString(), from: 'Ada' }
    const after = { ...question, correctAnswer: 'Bola', corrected }
    expect(apply('Ada')).toEqual({ questionSnapshot: [after, other], question: after, delta: -10, voidDelta: 0 })
  })

  it('costs nobody points if the old answer also counts, until a later regrade ends that', () => {
    const both = apply('Ada', { keepsOld: true })
    expect(both).toMatchObject({ delta: 0, question: { correctAnswer: 'Bola', alsoCorrect: 'Ada' } })
    const back = apply('Ada', { oldAnswer: 'Bola', newAnswer: 'Chidi' }, both?.questionSnapshot)
    expect(back?.delta).toBe(-10)
    expect(back?.question).not.toHaveProperty('alsoCorrect')
  })

  it('gets the new explanation or none, or keeps its own', () => {
    const explained = { ...question, explanation: 'Ada was there.' }
    const after = (explanation: string | null) => apply('Ada', { explanation }, [explained])?.question.explanation
    expect([after('Bola was there.'), after(''), after(null)]).toEqual(['Bola was there.', null, 'Ada was there.'])
  })

  it('is left unchanged if it lacks the question, already has the key, or its options lack the answer', () => {
    expect(apply('Ada', {}, [other])).toBeUndefined()
    expect(apply('Ada', { newAnswer: ' ADA ' })).toBeUndefined()
    expect(apply('Ada', { newAnswer: 'Efe' })).toBeUndefined()
    expect(sawOtherWording([question], { ...regrade, newAnswer: 'Efe' })).toBe(true)
    expect(sawOtherWording([question], regrade)).toBe(false)
    expect(sawOtherWording([other], { ...regrade, newAnswer: 'Efe' })).toBe(false)
  })

  it('spells the key like its own options', () => {
    const shown = { ...question, options: ['BOLA', 'Ada', 'Chidi', 'Dan'] }
    expect(apply('BOLA', {}, [shown])).toMatchObject({ delta: 10, question: { correctAnswer: 'BOLA' } })
  })

  it('has the points of its current key after any number of regrades, and repeating one changes nothing', () => {
    const step = fc.record({ newAnswer: fc.constantFrom(...options), keepsOld: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 5 }), fc.constantFrom(...options), (steps, answer) => {
        let [snapshot, points] = [[question, other], answer === 'Ada' ? 10 : 0]
        for (const { newAnswer, keepsOld } of steps) {
          const changes = { newAnswer, keepsOld, oldAnswer: snapshot[0]?.correctAnswer ?? '' }
          const regraded = apply(answer, changes, snapshot)
          if (!regraded) continue
          snapshot = regraded.questionSnapshot
          points += regraded.delta
          expect(apply(answer, changes, snapshot)).toBeUndefined()
          expect(points).toBe(isCorrect(regraded.question, answer) ? 10 : 0)
        }
      }),
    )
  })
})

describe('a key', () => {
  it('is the same with another spelling, and not with another second answer', () => {
    expect(isSameKey(question, { correctAnswer: ' ada', alsoCorrect: null })).toBe(true)
    const both = toNewKey({ ...regrade, newAnswer: 'Ada', oldAnswer: 'Bola', keepsOld: true })
    expect(isSameKey(question, both)).toBe(false)
    expect(isSameKey(question, { correctAnswer: 'Bola' })).toBe(false)
  })

  it('is another one between options that only quotes tell apart, which earlier releases allowed', () => {
    const alike = { ...question, options: ["Ada's", 'Ada\u2019s', 'Chidi', 'Dan'], correctAnswer: "Ada's" }
    const toCurly = { oldAnswer: "Ada's", newAnswer: 'Ada\u2019s' }
    expect(apply('Ada\u2019s', toCurly, [alike])).toMatchObject({
      delta: 10,
      question: { correctAnswer: 'Ada\u2019s' },
    })
    expect(apply("Ada's", toCurly, [alike])?.delta).toBe(-10)
    expect(changesKey(alike, { ...alike, correctAnswer: 'Ada\u2019s' })).toBe(true)
    expect(changesKey(alike, { ...alike, correctAnswer: "ADA'S" })).toBe(false)
  })

  it.each([
    ['another option becomes correct', options, 'Bola', true],
    ['another option becomes correct and the old one goes', ['Efe', 'Bola', 'Chidi', 'Dan'], 'Bola', true],
    ['a new option becomes correct and the old one stays', ['Ada', 'Efe', 'Chidi', 'Dan'], 'Efe', true],
    ['the correct option is spelled anew', ['Ada Obi', 'Bola', 'Chidi', 'Dan'], 'Ada Obi', false],
    ['only wrong options change', ['Ada', 'Efe', 'Fatima', 'Gozie'], 'ADA', false],
  ])('changes if %s', (_, changed, correctAnswer, expected) => {
    expect(changesKey(question, { options: changed, correctAnswer })).toBe(expected)
  })
})

describe('the comparison of two boards', () => {
  const rank = (scores: readonly number[]) => scores.map((score) => scores.indexOf(score) + 1)
  const board = (...scores: [string, number][]) => scores.map(([entryId, score]) => ({ entryId, score }))

  it('lists who enters, who leaves, and then who moves most', () => {
    const before = board(['a', 50], ['b', 40], ['c', 40], ['d', 30])
    const after = board(['b', 50], ['a', 50], ['c', 40], ['e', 40])
    expect(
      compareBoards(before, after, {
        deltas: new Map([
          ['b', 10],
          ['d', -10],
        ]),
        rank,
      }),
    ).toEqual({
      enterCount: 1,
      leaveCount: 1,
      moves: [
        { entryId: 'e', rankBefore: null, rankAfter: 3, delta: 0 },
        { entryId: 'd', rankBefore: 4, rankAfter: null, delta: -10 },
        { entryId: 'b', rankBefore: 2, rankAfter: 1, delta: 10 },
        { entryId: 'c', rankBefore: 2, rankAfter: 3, delta: 0 },
      ],
    })
  })

  it('is empty if nothing changes', () => {
    const same = board(['a', 50], ['b', 40])
    expect(compareBoards(same, same, { deltas: new Map(), rank })).toEqual({ enterCount: 0, leaveCount: 0, moves: [] })
  })
})

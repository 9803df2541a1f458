import type { Void } from '@baobab/contract/quiz/voids.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCorrect, matchesKey, type SnapshotQuestion } from '../../rules.ts'
import { hashQuestions } from '../../snapshot-rules.ts'
import { describeChange, regradeAttempt, sawOtherWording, type AgreedRegrade } from './rules.ts'

const options = ['Ada', 'Bola', 'Chidi', 'Dan']
const question: SnapshotQuestion = { id: 'q1', question: 'Who?', options, correctAnswer: 'Ada', alsoCorrect: 'Dan' }
const other: SnapshotQuestion = { ...question, id: 'q2' }
const decidedAt = new Date('2026-11-22T10:00:00.000Z')

type Change = Partial<AgreedRegrade>
const key = (newAnswer: string, changes: Change = {}): Change => ({ voided: null, newAnswer, ...changes })
const makeVoid = (voided: Void): Change => ({ voided, newAnswer: '' })

/** Applies changes one after another, and returns the questions and points. Repeating a change must change nothing. */
function applyAll(answer: string | null, changes: readonly Change[], shown = question) {
  const toPoints = (one: SnapshotQuestion) => (answer !== null && isCorrect(one, answer) ? 10 : 0)
  let [questionSnapshot, points, voidCount] = [[shown, other], toPoints(shown), 0]
  for (const [index, change] of changes.entries()) {
    const oldAnswer = questionSnapshot[0]?.correctAnswer ?? ''
    const fields = { questionId: 'q1', oldAnswer, newAnswer: '', keepsOld: false, explanation: null }
    const regrade: AgreedRegrade = { ...fields, voided: null, id: `r${index}`, decidedAt, ...change }
    const regraded = regradeAttempt({ questionSnapshot, answer }, regrade)
    if (!regraded) continue
    expect([-10, 0, 10]).toContain(regraded.delta)
    questionSnapshot = regraded.questionSnapshot
    points += regraded.delta
    voidCount += regraded.voidDelta
    expect(regradeAttempt({ questionSnapshot, answer }, regrade)).toBeUndefined()
  }
  return { question: questionSnapshot[0] ?? shown, other: questionSnapshot[1], points, voidCount }
}

describe('an attempt with a question that becomes void', () => {
  it.each<[voided: Void, answer: string | null, points: number]>([
    ['all', 'Ada', 10],
    ['all', 'Bola', 10],
    ['all', null, 0],
    ['none', 'Ada', 0],
    ['none', 'Bola', 0],
    ['none', null, 0],
  ])('for %s has after the answer %s %d points', (voided, answer, points) => {
    expect(applyAll(answer, [makeVoid(voided)])).toMatchObject({ points, voidCount: voided === 'none' ? 1 : 0 })
  })

  it('keeps the key, so that it can count again, and says which correction did it', () => {
    const { question: after, other: unchanged } = applyAll('Ada', [makeVoid('all')])
    const corrected = { regradeId: 'r0', at: decidedAt.toISOString(), from: 'Ada' }
    expect(after).toEqual({ ...question, voided: 'all', corrected })
    expect(unchanged).toBe(other)
  })

  it('has it void in any wording', () => {
    const shown = { ...question, options: ['Efe', 'Fatima', 'Gozie', 'Hauwa'], correctAnswer: 'Efe' }
    expect(applyAll('Fatima', [makeVoid('all')], shown).points).toBe(10)
    expect(sawOtherWording([shown], { questionId: 'q1', voided: 'all', newAnswer: '' })).toBe(false)
  })

  it('has the points of the key once it counts again, even if that is the old one', () => {
    for (const voided of ['all', 'none'] as const) {
      const back = applyAll('Ada', [makeVoid(voided), key('Ada')])
      expect(back).toMatchObject({ points: 10, voidCount: 0, question: { correctAnswer: 'Ada' } })
      expect(back.question).not.toHaveProperty('voided')
      expect(back.question).not.toHaveProperty('alsoCorrect')
      expect(applyAll('Bola', [makeVoid(voided), key('Bola', { keepsOld: true })])).toMatchObject({
        points: 10,
        question: { correctAnswer: 'Bola', alsoCorrect: 'Ada' },
      })
    }
  })

  it('has the points of the last rule after any corrections', () => {
    const change = fc.oneof(
      fc.constantFrom<Void>('all', 'none').map(makeVoid),
      fc.tuple(fc.constantFrom(...options), fc.boolean()).map(([newAnswer, keepsOld]) => key(newAnswer, { keepsOld })),
    )
    const answers = fc.constantFrom(...options, null)
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), answers, (changes, answer) => {
        const after = applyAll(answer, changes)
        const last = changes.at(-1)
        const before = applyAll(answer, changes.slice(0, -1)).question
        const counting = last?.keepsOld ? [last.newAnswer, before.correctAnswer] : [last?.newAnswer]
        const counts = last?.voided ? last.voided === 'all' : counting.includes(answer ?? undefined)
        expect(after.points).toBe(answer !== null && counts ? 10 : 0)
        expect(after.voidCount).toBe(last?.voided === 'none' ? 1 : 0)
        expect(after.question.voided).toBe(last?.voided ?? undefined)
        expect(answer !== null && !last?.voided && matchesKey(after.question, answer)).toBe(
          !last?.voided && after.points === 10,
        )
      }),
    )
  })
})

function copyWithoutVoid(shown: SnapshotQuestion): SnapshotQuestion {
  const { voided: _, ...known } = shown
  return known
}

it('every correction gives the stored questions another hash, also to a server that does not know void questions', () => {
  const states = [[], [makeVoid('all')], [makeVoid('all'), makeVoid('none')], [makeVoid('all'), key('Ada')]]
  const after = states.map((changes) => applyAll(null, changes).question)
  expect(new Set(after.map((one) => hashQuestions([one]))).size).toBe(states.length)
  const asEarlier = after.map(copyWithoutVoid)
  expect(asEarlier.map((one) => hashQuestions([one]))).toEqual(after.map((one) => hashQuestions([one])))
})

it('the audit log names the key, or who gets the points', () => {
  const change = { voided: null, wasVoided: null, oldAnswer: 'Ada', newAnswer: 'Bola', keepsOld: true }
  const { voided: _, wasVoided: __, ...names } = change
  expect(describeChange(change)).toEqual(names)
  expect(describeChange({ ...change, wasVoided: 'all' })).toEqual({ ...names, wasVoided: 'all' })
  expect(describeChange({ ...change, voided: 'none' })).toEqual({ voided: 'none' })
})

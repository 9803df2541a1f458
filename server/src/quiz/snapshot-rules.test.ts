import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyQuestion, makeQuestionSnapshot, type SnapshotQuestion } from './rules.ts'
import { hashQuestions, readFromPool, referToPool, replaceInPool } from './snapshot-rules.ts'

const fourTexts = fc.tuple(fc.string(), fc.string(), fc.string(), fc.string())
/** Options may be equal, as in questions of earlier releases. */
const anyQuestion = fc
  .record({
    id: fc.uuid(),
    question: fc.string(),
    options: fourTexts,
    pictures: fc.option(fourTexts),
    correctAnswer: fc.string(),
    alsoCorrect: fc.option(fc.string()),
    explanation: fc.option(fc.string()),
    momentSeconds: fc.option(fc.nat()),
  })
  .map(copyQuestion)
const anyPool = fc.uniqueArray(anyQuestion, { selector: ({ id }) => id, minLength: 1, maxLength: 12 })
const anyRandom = fc.infiniteStream(fc.nat(1_000)).map((numbers) => (below: number) => numbers.next().value % below)

const question: SnapshotQuestion = {
  id: 'one',
  question: 'What is the capital of France?',
  options: ['Paris', 'Lagos', 'Abuja', 'Accra'],
  correctAnswer: 'Paris',
}
const corrected = { regradeId: 'regrade', at: '2026-03-01T12:00:00.000Z', from: 'Lagos' }

describe('an attempt’s reference to its pool', () => {
  it('leads to exactly its questions, in its order, with its orders of the options', () => {
    fc.assert(
      fc.property(anyPool, anyRandom, fc.nat(12), (pool, randomBelow, count) => {
        const snapshot = makeQuestionSnapshot(pool, randomBelow).slice(0, count)
        const asked = referToPool(pool, snapshot)
        expect(asked && readFromPool(pool, asked)).toEqual(snapshot)
      }),
    )
  })

  it('gives each of the 24 orders its own number, after those of the questions before', () => {
    const pool = [{ ...question, id: 'zero' }, question]
    const numbers = new Set<number>()
    const [a, b, c, d] = question.options as [string, string, string, string]
    for (const options of [
      [a, b, c, d],
      [d, c, b, a],
    ])
      numbers.add(referToPool(pool, [{ ...question, options }])?.[0] ?? -1)
    expect([...numbers]).toEqual([24, 47])
  })

  it.each<[name: string, pool: SnapshotQuestion[]]>([
    ['a question that is not in the pool', [{ ...question, id: 'other' }]],
    ['options that the pool’s question does not have', [{ ...question, options: ['Paris', 'Lagos', 'Abuja', 'Rome'] }]],
    ['pictures that the pool’s question does not have', [{ ...question, pictures: ['a', 'b', 'c', 'd'] }]],
    ['other than four options', [{ ...question, options: ['Paris', 'Lagos', 'Abuja'] }]],
    [
      'a pool whose numbers would not fit',
      [...Array.from({ length: 1_365 }, (_, n) => ({ ...question, id: `${n}` })), question],
    ],
  ])('does not exist for %s', (_name, pool) => {
    expect(referToPool(pool, [question])).toBeUndefined()
    // The same holds at a later position in the pool, whose numbers are larger.
    const [before, after] = [
      { ...question, id: 'before' },
      { ...question, id: 'after' },
    ]
    expect(referToPool([before, ...pool, after], [question])).toBeUndefined()
  })

  it('does not exist for fewer pictures than the pool’s question has', () => {
    const pool = [{ ...question, pictures: ['a', 'b', 'c', 'd'] }]
    expect(referToPool(pool, [{ ...question, pictures: ['a', 'b', 'c'] }])).toBeUndefined()
    expect(referToPool(pool, [question])).toBeUndefined()
  })

  it('exists for the last question whose number is a smallint', () => {
    const pool = [...Array.from({ length: 1_364 }, (_, n) => ({ ...question, id: `${n}` })), question]
    const shown = { ...question, options: question.options.toReversed() }
    expect(referToPool(pool, [shown])).toEqual([32_759])
  })

  it('fails to lead anywhere outside the pool', () => {
    expect(() => readFromPool([question], [24])).toThrow('leads to no question')
    expect(() => readFromPool([question], [-1])).toThrow('leads to no question')
  })
})

describe('a corrected question', () => {
  it('replaces only that of the pool, and every attempt keeps its order of the options', () => {
    const pictures = ['p', 'l', 'a', 'c']
    const pool = [
      { ...question, pictures },
      { ...question, id: 'two' },
    ]
    const snapshot = readFromPool(pool, [47, 5])
    const [two, one = question] = snapshot
    const changed = { ...one, correctAnswer: 'Lagos', corrected: { ...corrected, from: 'Paris' } }
    const after = replaceInPool(pool, changed)
    expect(after).toEqual([
      { ...question, pictures, correctAnswer: 'Lagos', corrected: { ...corrected, from: 'Paris' } },
      { ...question, id: 'two' },
    ])
    expect(readFromPool(after, [47, 5])).toEqual([two, changed])
  })
})

describe('the hash of questions', () => {
  it('does not depend on the order of properties, nor on whether one is absent or null', () => {
    const reversed = Object.fromEntries(Object.entries(question).toReversed()) as SnapshotQuestion
    const absent = { pictures: null, alsoCorrect: null, explanation: null, momentSeconds: null }
    expect(hashQuestions([{ ...reversed, ...absent }])).toBe(hashQuestions([question]))
    expect(hashQuestions([question])).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })

  it('depends on everything that a question says', () => {
    const versions: SnapshotQuestion[] = [
      question,
      { ...question, id: 'two' },
      { ...question, question: 'Which city?' },
      { ...question, options: question.options.toReversed() },
      { ...question, pictures: ['a', 'b', 'c', 'd'] },
      { ...question, correctAnswer: 'Lagos' },
      { ...question, alsoCorrect: 'Lagos' },
      { ...question, explanation: 'Lagos' },
      { ...question, momentSeconds: 1 },
      { ...question, corrected },
      { ...question, corrected: { ...corrected, regradeId: 'other' } },
      { ...question, corrected: { ...corrected, at: 'later' } },
      { ...question, corrected: { ...corrected, from: 'Abuja' } },
    ]
    const hashes = [...versions.map((one) => [one]), [question, question]].map(hashQuestions)
    expect(new Set(hashes).size).toBe(versions.length + 1)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateRow, createRowClassifier, type Cells, type StoredQuizzes } from './rules.ts'
import { decodeText } from './child/decode-text.ts'

const good: Cells = {
  videoTitle: 'Two Buckets, One Well',
  question: 'Who shared?',
  option1: 'Amina',
  option2: 'Bola',
  option3: 'Chidi',
  option4: 'Danladi',
  correctAnswer: 'Bola',
  ageCategory: '11-20',
  explanation: '',
  moment: '',
}
const checked = (row: number, changes: Partial<Cells> = {}) =>
  validateRow({ sheet: null, row, cells: { ...good, ...changes }, hasExtraCells: false })
const empty: StoredQuizzes = {
  videoOf: () => ({ id: 'v', title: good.videoTitle }),
  countOf: () => 0,
  askedCountOf: () => null,
  questionOf: () => undefined,
}

describe('a row by itself', () => {
  it('reports all problems of its fields at once', () => {
    const { problems } = checked(2, { question: '', option3: ' ', ageCategory: 'all' })
    expect(problems).toEqual([
      { column: 'question', reason: 'All fields are required!' },
      { column: 'option3', reason: 'All fields are required!' },
      { column: 'ageCategory', reason: 'The age category must be 5-10 or 11-20.' },
    ])
  })

  it('U-16 has the limits of the question form', () => {
    expect(checked(2, { question: 'x'.repeat(500), option1: 'y'.repeat(200) }).problems).toBeUndefined()
    expect(checked(2, { question: 'x'.repeat(501), option1: 'y'.repeat(201) }).problems).toEqual([
      { column: 'question', reason: 'Question cannot exceed 500 characters' },
      { column: 'option1', reason: 'Option cannot exceed 200 characters' },
    ])
  })
})

describe('all rows', () => {
  it('get one outcome each, in order, and no quiz gets more than 50 questions', () => {
    const rows = fc.array(
      fc.record({
        question: fc.constantFrom('a', 'b', 'A ', '', ...Array.from({ length: 60 }, (_, n) => `q${n}`)),
        option1: fc.constantFrom('Amina', 'amina', 'Ekene', 'Bola'),
        ageCategory: fc.constantFrom('5-10', '11-20', 'x'),
      }),
      { maxLength: 200 },
    )
    fc.assert(
      fc.property(rows, (changes) => {
        const judged = changes.map((change, at) => checked(at + 2, change)).map(createRowClassifier(empty))
        expect(judged.map(({ row }) => row)).toEqual(changes.map((_, at) => at + 2))
        const added = judged.flatMap((one) => (one.outcome === 'added' ? [one.question] : []))
        const keys = added.map(({ form, key }) => `${form.ageCategory} ${key}`)
        expect(new Set(keys).size).toBe(keys.length)
        for (const category of ['5-10', '11-20'])
          expect(added.filter(({ form }) => form.ageCategory === category).length).toBeLessThanOrEqual(50)
      }),
      { numRuns: 50 },
    )
  })

  it('report an unknown title in addition to other problems', () => {
    const judge = createRowClassifier({ ...empty, videoOf: () => undefined })
    const judged = judge(checked(7, { correctAnswer: 'x' }))
    expect(judged).toMatchObject({
      outcome: 'bad',
      problems: [
        { column: 'videoTitle', reason: 'No video has this title.' },
        { column: 'correctAnswer', reason: 'The correct answer must be one of the four options.' },
      ],
    })
  })
})

describe('text in Windows-1252', () => {
  it('has the quotes, dashes and signs that office programs write', () => {
    expect(decodeText(Buffer.from('9357686f92739420962080358520e9', 'hex'))).toBe('“Who’s” – €5… é')
  })

  it('maps each byte to one character', () => {
    const characters = decodeText(Buffer.from(Array.from({ length: 255 }, (_, index) => index + 1)))
    expect(characters).toHaveLength(255)
  })
})

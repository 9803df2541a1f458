import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_QUESTIONS } from '@baobab/contract/quiz/rules.ts'
import { rowProblems } from '@baobab/contract/quiz/import-text.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import {
  createRowClassifier,
  fingerprintOf,
  validateRow,
  type Cells,
  type StoredQuestion,
  type StoredQuizzes,
} from './rules.ts'
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
  suggestionsFor: () => [],
  countOf: () => 0,
  askedCountOf: () => null,
  questionOf: () => undefined,
  isVoid: () => false,
}

describe('a single row', () => {
  it('reports all problems of its fields at once', () => {
    const { problems } = checked(2, { question: '', option3: ' ', ageCategory: 'all' })
    expect(problems).toEqual([
      { column: 'question', reason: 'Enter the question.' },
      { column: 'option3', reason: 'Enter option C.' },
      { column: 'ageCategory', reason: 'The age category must be 5-10 or 11-20.', suggestions: ['5-10', '11-20'] },
    ])
  })

  it('U-16 has the same limits as the question form', () => {
    expect(checked(2, { question: 'x'.repeat(500), option1: 'y'.repeat(200) }).problems).toBeUndefined()
    expect(checked(2, { question: 'x'.repeat(501), option1: 'y'.repeat(201) }).problems).toEqual([
      { column: 'question', reason: 'Question cannot exceed 500 characters' },
      { column: 'option1', reason: 'Option cannot exceed 200 characters' },
    ])
  })
})

describe('a row’s problem', () => {
  const columnsOf = (changes: Partial<Cells>) => checked(2, changes).problems?.map(({ column }) => column)

  it.each([
    [{ option3: ' AMINA' }, 'option3'],
    [{ videoTitle: '' }, 'videoTitle'],
    [{ correctAnswer: 'Ekene' }, 'correctAnswer'],
    [{ ageCategory: '' }, 'ageCategory'],
    [{ explanation: 'x'.repeat(5_000) }, 'explanation'],
    [{ moment: 'soon' }, 'moment'],
  ] as [Partial<Cells>, string][])('with %o is in the column %s', (changes, column) => {
    expect(columnsOf(changes)).toEqual([column])
  })

  it('with an age category has its own sentence only if the cell has text', () => {
    expect(checked(2, { ageCategory: 'all' }).problems?.[0]?.reason).toBe(rowProblems.ageCategory)
    expect(checked(2, { ageCategory: '' }).problems?.[0]?.reason).not.toBe(rowProblems.ageCategory)
  })

  it('is only the cell that the spreadsheet program could not compute, if there is one', () => {
    expect(checked(2, { option2: '#REF!', explanation: '#n/a', question: '' }).problems).toEqual(
      ['option2', 'explanation'].map((column) => ({ column, reason: rowProblems.cellError })),
    )
    expect(checked(2, { explanation: 'What #N/A means' }).problems).toBeUndefined()
    expect(checked(2, { explanation: '#N/A is a mistake' }).problems).toBeUndefined()
  })

  it('is only that it has too many cells, if it does', () => {
    const cells = { ...good, question: '' }
    expect(validateRow({ sheet: 'One', row: 3, cells, hasExtraCells: true })).toMatchObject({
      sheet: 'One',
      row: 3,
      problems: [{ column: null, reason: rowProblems.tooManyCells }],
    })
  })
})

describe('a good row', () => {
  it('has the question, with its explanation and moment if there are any', () => {
    expect(checked(2).form).toEqual({
      videoTitle: good.videoTitle,
      question: good.question,
      options: ['Amina', 'Bola', 'Chidi', 'Danladi'],
      correctAnswer: 'Bola',
      ageCategory: '11-20',
    })
    expect(checked(2, { explanation: 'Because.', moment: '1:05' }).form).toMatchObject({
      explanation: 'Because.',
      momentSeconds: 65,
    })
  })

  it('says which cells were read as something other than what they show', () => {
    expect(checked(2).readings).toEqual([])
    const read = checked(2, { ageCategory: '2020-11-20', correctAnswer: 'B' })
    expect(read.readings).toEqual([
      { column: 'ageCategory', cell: '2020-11-20', readAs: '11-20' },
      { column: 'correctAnswer', cell: 'B', readAs: 'Bola' },
    ])
    expect(read.form).toMatchObject({ ageCategory: '11-20', correctAnswer: 'Bola' })
  })
})

describe('a row compared with stored questions', () => {
  const options = [good.option1, good.option2, good.option3, good.option4]
  const known: StoredQuestion = {
    id: 'q',
    fingerprint: fingerprintOf({ options, correctAnswer: good.correctAnswer }),
    explanation: 'Old.',
    momentSeconds: 30,
  }
  const classify = (stored: Partial<StoredQuizzes>, ...rows: ReturnType<typeof checked>[]) =>
    rows.map(createRowClassifier({ ...empty, ...stored }))
  const compare = (changes: Partial<Cells>, question = known) =>
    classify({ questionOf: () => question }, checked(2, changes))[0]

  it('is skipped if it says nothing new, however its options are spelled', () => {
    for (const changes of [{}, { explanation: 'Old.' }, { moment: '0:30' }, { option1: ' AMINA ' }])
      expect(compare(changes)).toMatchObject({ outcome: 'skipped' })
  })

  it.each([
    [{ explanation: 'New.' }, { explanation: 'New.', momentSeconds: 30 }],
    [{ moment: '0:00' }, { explanation: 'Old.', momentSeconds: 0 }],
    [
      { explanation: 'New.', moment: '1:00' },
      { explanation: 'New.', momentSeconds: 60 },
    ],
  ] as [Partial<Cells>, object][])('updates the question with %o', (changes, update) => {
    expect(compare(changes)).toMatchObject({
      outcome: 'updated',
      update: { id: 'q', ...update, formerExplanation: 'Old.', formerMomentSeconds: 30 },
    })
  })

  it('is bad if its options or answer differ from a stored question or an earlier row', () => {
    const others = [{ option1: 'Ekene' }, { correctAnswer: 'Amina' }, { option1: 'Bola', option2: 'Amina' }]
    for (const changes of others)
      expect(compare(changes)).toMatchObject({
        outcome: 'bad',
        problems: [{ column: 'question', reason: rowProblems.differsFromStored }],
      })
    const [first, other, same] = classify({}, checked(2), checked(3, others[0]), checked(4))
    expect(first).toMatchObject({ outcome: 'added', question: { videoId: 'v', key: 'who shared?' } })
    expect(other).toMatchObject({
      outcome: 'bad',
      problems: [{ column: 'question', reason: rowProblems.differsFromRow({ sheet: null, row: 2 }) }],
    })
    expect(same).toMatchObject({ outcome: 'skipped' })
  })

  it('is bad if its question is void, unless the quiz has it', () => {
    const isVoid = () => true
    expect(classify({ isVoid }, checked(2))).toMatchObject([
      { outcome: 'bad', problems: [{ column: 'question', reason: quizAdminText.questionVoided }] },
    ])
    expect(classify({ isVoid, questionOf: () => known }, checked(2))).toMatchObject([{ outcome: 'skipped' }])
  })

  it('is bad above its quiz’s limit, which counts only new questions', () => {
    const rows = ['a', 'a', 'b', 'c'].map((question, at) => checked(at + 2, { question }))
    const outcomes = classify({ countOf: () => MAX_QUESTIONS - 2 }, ...rows)
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['added', 'skipped', 'added', 'bad'])
    expect(outcomes[3]).toMatchObject({ problems: [{ column: 'videoTitle', reason: quizAdminText.tooManyQuestions }] })
  })

  it('is bad without its video, beside its other problems unless they are about the title', () => {
    const stored = { videoOf: () => undefined, suggestionsFor: () => ['Two Wells'] }
    const noVideo = { column: 'videoTitle', reason: videosText.noSuchTitle, suggestions: ['Two Wells'] }
    const problemsOf = (row: ReturnType<typeof checked>, from: Partial<StoredQuizzes> = stored) =>
      classify(from, row).flatMap((one) => (one.outcome === 'bad' ? one.problems : []))
    expect(problemsOf(checked(2))).toEqual([noVideo])
    expect(problemsOf(checked(2, { question: '' }))).toEqual([
      noVideo,
      { column: 'question', reason: 'Enter the question.' },
    ])
    expect(problemsOf(checked(2, { question: '' }), {})).toHaveLength(1)
    expect(problemsOf(checked(2, { videoTitle: '' }))).toHaveLength(1)
    expect(problemsOf(checked(2, { videoTitle: 'x'.repeat(5_000), question: '' }))).not.toContainEqual(noVideo)
    const extra = validateRow({ sheet: null, row: 2, cells: good, hasExtraCells: true })
    expect(problemsOf(extra)).toEqual([{ column: null, reason: rowProblems.tooManyCells }])
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
  it('has the quotes, dashes and symbols that office programs write', () => {
    expect(decodeText(Buffer.from('9357686f92739420962080358520e9', 'hex'))).toEqual({
      text: '“Who’s” – €5… é',
      guess: 'Windows-1252',
    })
  })

  it('maps each byte to one character', () => {
    const { text } = decodeText(Buffer.from(Array.from({ length: 255 }, (_, index) => index + 1)))
    expect(text).toHaveLength(255)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  judge,
  lockedSince,
  makeQuestionSnapshot,
  findOption,
  publicOptionOrder,
  isSameAnswer,
  scoreAttempt,
  shuffled,
  countStreakDays,
  findCategoryRefusal,
  scoreAnswer,
  type GivenAnswer,
  type SnapshotQuestion,
} from './rules.ts'

const question: SnapshotQuestion = {
  id: 'a-question',
  question: 'What is the capital of France?',
  options: ['Paris', 'Lagos', 'Àbújá', 'Accra'],
  correctAnswer: 'Paris',
}
const deadline = new Date('2026-03-01T12:02:00.000Z')
const at = (msAfterDeadline: number) => new Date(deadline.getTime() + msAfterDeadline)
const open = { deadline, lockedAt: null }

const anyDie = fc.infiniteStream(fc.nat()).map((rolls) => (below: number) => Number(rolls.next().value) % below)
const anyPaper = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 50 }).map((ids) =>
  ids.map((id, i): SnapshotQuestion => {
    const options = [`a${i}`, `b${i}`, `c${i}`, `d${i}`]
    return { id, question: `Question ${i}`, options, correctAnswer: options[i % 4] ?? '' }
  }),
)

describe('a paper', () => {
  it('holds every question once, with its own four options and its answer, whatever the die shows', () => {
    fc.assert(
      fc.property(anyPaper, anyDie, (questions, randomBelow) => {
        const paper = makeQuestionSnapshot(questions, randomBelow)
        const plain = (list: readonly SnapshotQuestion[]) =>
          list.map((one) => ({ ...one, options: one.options.toSorted() })).toSorted((a, b) => a.id.localeCompare(b.id))
        expect(plain(paper)).toEqual(plain(questions))
      }),
    )
  })

  it('can come out in every order', () => {
    const orders = new Set<string>()
    for (let first = 0; first < 3; first += 1)
      for (let second = 0; second < 2; second += 1) {
        const rolls = [first, second, 0]
        orders.add(shuffled(['a', 'b', 'c'], () => rolls.shift() ?? 0).join(''))
      }
    expect([...orders].toSorted()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])
  })

  it('is a copy: changing the question afterwards changes no paper', () => {
    const source = { ...question, options: [...question.options] }
    const [copy] = makeQuestionSnapshot([source], () => 0)
    source.options[0] = 'Berlin'
    source.correctAnswer = 'Berlin'
    expect(copy?.options).toContain('Paris')
    expect(copy?.correctAnswer).toBe('Paris')
  })
})

describe('the public order of options', () => {
  it('is the same however they were typed, and holds all four', () => {
    fc.assert(
      fc.property(fc.uuid(), anyDie, (id, randomBelow) => {
        const typed = shuffled(question.options, randomBelow)
        expect(publicOptionOrder({ id, options: typed })).toEqual(publicOptionOrder({ id, options: question.options }))
        expect(publicOptionOrder({ id, options: typed }).toSorted()).toEqual(question.options.toSorted())
      }),
    )
  })

  it('puts the right option in each place about as often', () => {
    const places = [0, 0, 0, 0]
    for (let i = 0; i < 4_000; i += 1) {
      const place = publicOptionOrder({ id: `question ${i}`, options: question.options }).indexOf('Paris')
      places[place] = (places[place] ?? 0) + 1
    }
    for (const count of places) expect(count).toBeGreaterThan(850)
  })
})

describe('comparing answers', () => {
  it.each(['paris', ' PARIS ', 'Paris\t', 'pArIs'])('takes %j for Paris', (answer) => {
    expect(isSameAnswer(answer, 'Paris')).toBe(true)
    expect(findOption(question, answer)).toBe('Paris')
    expect(scoreAnswer(question, answer)).toEqual({ correct: true, points: 10 })
  })

  it('takes composed and decomposed letters for the same', () => {
    expect(findOption(question, 'àbújá'.normalize('NFD'))).toBe('Àbújá')
  })

  it.each(['', ' ', 'Pari', 'Paris!', 'London', 'P aris', 'x'.repeat(10_000)])('knows no option %j', (answer) => {
    expect(findOption(question, answer)).toBeUndefined()
  })
})

describe('the lock', () => {
  it.each([
    [-120_000, false],
    [0, false],
    [1_900, false],
    [2_000, false],
    [2_001, true],
    [2_100, true],
    [86_400_000, true],
  ])('%d ms after the deadline: locked is %j', (ms, locked) => {
    expect(lockedSince(open, at(ms))).toEqual(locked ? deadline : null)
  })

  it('keeps the time at which the attempt was finished', () => {
    const lockedAt = at(-30_000)
    expect(lockedSince({ deadline, lockedAt }, at(-29_999))).toBe(lockedAt)
    expect(lockedSince({ deadline, lockedAt }, at(90_000))).toBe(lockedAt)
  })
})

describe('judging', () => {
  const earlier: GivenAnswer = { answer: 'Lagos', correct: false, points: 0 }
  const judged = (changes: Partial<Parameters<typeof judge>[0]>) =>
    judge({ attempt: open, question, earlier: undefined, answer: 'Paris', now: at(-60_000), ...changes })

  it('gives ten points for the right answer and none for a wrong one', () => {
    expect(judged({})).toEqual({ kind: 'accepted', answer: 'Paris', correct: true, points: 10 })
    expect(judged({ answer: 'Accra' })).toEqual({ kind: 'accepted', answer: 'Accra', correct: false, points: 0 })
  })

  it('answers a repeat with what stands, even after the lock', () => {
    for (const now of [at(-1), at(2_001), at(86_400_000)])
      expect(judged({ earlier, answer: ' lagos', now })).toEqual({ kind: 'repeat', ...earlier })
    expect(judged({ earlier, answer: 'Lagos', attempt: { deadline, lockedAt: at(-5) } }).kind).toBe('repeat')
  })

  it('refuses another answer to an answered question', () => {
    expect(judged({ earlier })).toEqual({ kind: 'conflict' })
    expect(judged({ earlier, now: at(5_000) })).toEqual({ kind: 'conflict' })
  })

  it('takes an answer until the grace is over and calls it late afterwards', () => {
    expect(judged({ now: at(2_000) }).kind).toBe('accepted')
    expect(judged({ now: at(2_001) }).kind).toBe('late')
    expect(judged({ attempt: { deadline, lockedAt: deadline }, now: at(10_000) }).kind).toBe('late')
  })

  it('tells one who finished early so, whatever time it is', () => {
    const attempt = { deadline, lockedAt: at(-60_000) }
    expect(judged({ attempt, now: at(-59_000) }).kind).toBe('completed')
    expect(judged({ attempt, now: at(86_400_000) }).kind).toBe('completed')
  })

  it('makes of every sequence of repeats, changes and delays what the first answer in time made of it', () => {
    const send = fc.record({
      answer: fc.constantFrom(...question.options),
      ms: fc.integer({ min: -120_000, max: 9_000 }),
    })
    fc.assert(
      fc.property(fc.array(send, { maxLength: 40 }), (sends) => {
        let stands: GivenAnswer | undefined
        let points = 0
        for (const { answer, ms } of sends) {
          const verdict = judge({ attempt: open, question, earlier: stands, answer, now: at(ms) })
          if (verdict.kind !== 'accepted') continue
          stands = verdict
          points += verdict.points
        }
        const first = sends.find(({ ms }) => ms <= 2_000)
        expect(points).toBe(first?.answer === 'Paris' ? 10 : 0)
        expect(stands?.answer).toBe(first?.answer)
      }),
    )
  })
})

it('counts ten points for each right answer', () => {
  expect(scoreAttempt({ correctCount: 3, questionCount: 5 })).toEqual({ score: 30, maxScore: 50 })
})

describe('the category', () => {
  it.each([
    // Born on 2015-06-15: eleven on that day of 2026, at 23:00 UTC of the day before.
    ['2015-06-15', '5-10', '2026-06-14T22:59:59.999Z', undefined],
    ['2015-06-15', '11-20', '2026-06-14T22:59:59.999Z', 'other_category'],
    ['2015-06-15', '5-10', '2026-06-14T23:00:00.000Z', 'other_category'],
    ['2015-06-15', '11-20', '2026-06-14T23:00:00.000Z', undefined],
    // Born on 29 February: the birthday of a common year is 1 March.
    ['2016-02-29', '5-10', '2027-02-28T22:59:59.999Z', undefined],
    ['2016-02-29', '11-20', '2027-02-28T23:00:00.000Z', undefined],
    // Too young, and of age.
    ['2021-06-15', '5-10', '2026-06-14T22:59:59.999Z', 'age_category_not_set'],
    ['2021-06-15', '5-10', '2026-06-14T23:00:00.000Z', undefined],
    ['2005-06-15', '11-20', '2026-06-14T22:59:59.999Z', undefined],
    ['2005-06-15', '11-20', '2026-06-14T23:00:00.000Z', 'age_category_not_set'],
  ] as const)('born on %s, asking for %s at %s: %s', (birth, asked, now, refusal) => {
    expect(findCategoryRefusal(asked, birth, new Date(now))).toBe(refusal)
  })
})

describe('a streak', () => {
  const dayOf = (n: number) => new Date(Date.UTC(2024, 1, 20 + n)).toISOString().slice(0, 10)

  it('is as long as counting back day by day finds it, over leap days and new years, in any order', () => {
    const history = fc.array(fc.integer({ min: -400, max: 0 }), { maxLength: 400 })
    fc.assert(
      fc.property(history, fc.array(fc.nat(12), { maxLength: 12 }), (old, recent) => {
        const ago = [...old.map((n) => -n), ...recent]
        const since = ago.includes(0) ? 0 : 1
        let naive = 0
        while (ago.includes(since + naive)) naive += 1
        const days = ago.map((n) => dayOf(-n))
        expect(countStreakDays(days, dayOf(0))).toBe(naive)
        expect(countStreakDays(days.toReversed(), dayOf(0))).toBe(naive)
      }),
    )
  })

  it.each([
    [[], 0],
    [[0], 1],
    [[1], 1],
    [[2], 0],
    [[0, 0, 1, 3], 2],
    [[1, 2, 3], 3],
  ])('of quizzes %j days ago is %d', (ago, streak) => {
    expect(
      countStreakDays(
        ago.map((n) => dayOf(15 - n)),
        dayOf(15),
      ),
    ).toBe(streak)
  })
})

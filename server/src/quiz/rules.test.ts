import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chooseQuestions,
  chooseReplay,
  countAsked,
  lockedSince,
  matchesKey,
  makeQuestionSnapshot,
  findOption,
  publicOptionOrder,
  isSameAnswer,
  revealAnswer,
  scoreAttempt,
  shuffle,
  explainRefusal,
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

const anyRandom = fc.infiniteStream(fc.nat()).map((numbers) => (below: number) => Number(numbers.next().value) % below)
const anyQuestions = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 50 }).map((ids) =>
  ids.map((id, i): SnapshotQuestion => {
    const options = [`a${i}`, `b${i}`, `c${i}`, `d${i}`]
    return { id, question: `Question ${i}`, options, correctAnswer: options[i % 4] ?? '' }
  }),
)

describe('the questions that a student is asked', () => {
  const hashFor = (share: string) => (questionId: string) =>
    createHmac('sha256', 'a key').update(`${share} ${questionId}`).digest('hex')
  const poolOf = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `question ${n}` }))
  const choose = (count: number, askedCount: number, share: string) =>
    chooseQuestions(poolOf(count), askedCount, hashFor(share)).map(({ id }) => id)
  const anyPool = fc.record({
    ids: fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 50 }),
    askedCount: fc.integer({ min: 1, max: 50 }),
    share: fc.string(),
  })

  it.each([
    [12, 5, 5],
    [12, null, 12],
    [3, 5, 3],
    [0, null, 0],
  ])('from a pool of %i with the setting %j are %i', (poolCount, askedCount, expected) => {
    expect(countAsked(poolCount, askedCount)).toBe(expected)
  })

  it('are as many as the quiz asks, each once, in pool order', () => {
    fc.assert(
      fc.property(anyPool, ({ ids, askedCount, share }) => {
        const pool = ids.map((id) => ({ id }))
        const chosen = chooseQuestions(pool, askedCount, hashFor(share))
        expect(chosen).toHaveLength(Math.min(askedCount, ids.length))
        expect(chosen).toEqual(pool.filter((one) => chosen.includes(one)))
      }),
    )
  })

  it('in a replay are new to the student, or others once none is new, each once', () => {
    const anyReplay = anyPool.chain((pool) => fc.record({ pool: fc.constant(pool), seen: fc.subarray(pool.ids) }))
    fc.assert(
      fc.property(anyReplay, anyRandom, ({ pool: { ids, askedCount }, seen }, randomBelow) => {
        const pool = ids.map((id) => ({ id }))
        const chosen = chooseReplay(pool, { seen: new Set(seen), count: askedCount }, randomBelow).map(({ id }) => id)
        const fresh = ids.filter((id) => !seen.includes(id))
        const from = fresh.length > 0 ? fresh : ids
        expect(new Set(chosen).size).toBe(Math.min(askedCount, from.length))
        expect(from).toEqual(expect.arrayContaining(chosen))
      }),
    )
  })

  it('are the same whatever the order of the pool', () => {
    fc.assert(
      fc.property(
        anyPool.chain((pool) =>
          fc.tuple(fc.constant(pool), fc.shuffledSubarray(pool.ids, { minLength: pool.ids.length })),
        ),
        ([{ ids, askedCount, share }, shuffled]) => {
          const chosenOf = (order: readonly string[]) =>
            chooseQuestions(
              order.map((id) => ({ id })),
              askedCount,
              hashFor(share),
            ).map(({ id }) => id)
          expect(chosenOf(shuffled).toSorted()).toEqual(chosenOf(ids).toSorted())
        },
      ),
    )
  })

  it('change by at most one question when the pool grows by one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 50 }),
        fc.integer({ min: 1, max: 49 }),
        fc.string(),
        (count, asked, share) => {
          const [before, after] = [choose(count - 1, asked, share), choose(count, asked, share)]
          const isNew = (id: string) => id === `question ${count - 1}`
          expect(after.filter((id) => !isNew(id) && !before.includes(id))).toEqual([])
          expect(after.filter(isNew).length).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it('are spread evenly across students, and across resets of the same student', () => {
    const [students, pool, asked] = [6_000, 12, 5]
    for (const shareOf of [(n: number) => `student ${n} 0`, (n: number) => `one student ${n}`]) {
      const sets = Array.from({ length: students }, (_, n) => choose(pool, asked, shareOf(n)))
      const expected = (students * asked) / pool
      const chiSquare = poolOf(pool)
        .map(({ id }) => (sets.filter((set) => set.includes(id)).length - expected) ** 2 / expected)
        .reduce((sum, part) => sum + part, 0)
      // 11 degrees of freedom: by chance, only one key in a thousand exceeds 31.3, and this key is fixed.
      expect(chiSquare).toBeLessThan(31.3)
      // All 792 sets occur, and neighbours have no more in common than others.
      expect(new Set(sets.map((set) => set.join())).size).toBe(792)
      const repeats = sets.filter((set, n) => set.join() === sets[n + 1]?.join()).length
      expect(repeats).toBeLessThan((4 * students) / 792)
    }
  })
})

describe('a question snapshot', () => {
  it('contains every question once, with its four options and its answer, for every random order', () => {
    fc.assert(
      fc.property(anyQuestions, anyRandom, (questions, randomBelow) => {
        const questionSnapshot = makeQuestionSnapshot(questions, randomBelow)
        const sorted = (list: readonly SnapshotQuestion[]) =>
          list.map((one) => ({ ...one, options: one.options.toSorted() })).toSorted((a, b) => a.id.localeCompare(b.id))
        expect(sorted(questionSnapshot)).toEqual(sorted(questions))
      }),
    )
  })

  it('can have any order', () => {
    const orders = new Set<string>()
    for (let first = 0; first < 3; first += 1)
      for (let second = 0; second < 2; second += 1) {
        const numbers = [first, second, 0]
        orders.add(shuffle(['a', 'b', 'c'], () => numbers.shift() ?? 0).join(''))
      }
    expect([...orders].toSorted()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])
  })

  it('keeps each picture with its option, and what is revealed after the answer', () => {
    const pictures = question.options.map((option) => `picture of ${option}`)
    const told = { alsoCorrect: 'Accra', explanation: 'It is on the Seine.', momentSeconds: 12 }
    const [copy] = makeQuestionSnapshot([{ ...question, pictures, ...told }], (below) => below - 1)
    expect(copy?.options).toEqual(question.options.toReversed())
    expect(copy).toMatchObject({ ...told, pictures: pictures.toReversed() })
  })

  it('has no fields for what the question does not have', () => {
    const absent = { pictures: null, alsoCorrect: null, explanation: null, momentSeconds: null }
    const [copy = question] = makeQuestionSnapshot([{ ...question, ...absent }], () => 0)
    expect(Object.keys(copy).toSorted()).toEqual(['correctAnswer', 'id', 'options', 'question'])
  })

  it('is a copy: changing the question afterwards does not change it', () => {
    const source = { ...question, options: [...question.options] }
    const [copy] = makeQuestionSnapshot([source], () => 0)
    source.options[0] = 'Berlin'
    source.correctAnswer = 'Berlin'
    expect(copy?.options).toContain('Paris')
    expect(copy?.correctAnswer).toBe('Paris')
  })
})

describe('the public order of options', () => {
  it('does not depend on how they were typed, and contains all four', () => {
    fc.assert(
      fc.property(fc.uuid(), anyRandom, (id, randomBelow) => {
        const typed = shuffle(question.options, randomBelow)
        expect(publicOptionOrder({ id, options: typed })).toEqual(publicOptionOrder({ id, options: question.options }))
        expect(publicOptionOrder({ id, options: typed }).toSorted()).toEqual(question.options.toSorted())
      }),
    )
  })

  it('puts the correct option in each position about equally often', () => {
    const counts = [0, 0, 0, 0]
    for (let i = 0; i < 4_000; i += 1) {
      const position = publicOptionOrder({ id: `question ${i}`, options: question.options }).indexOf('Paris')
      counts[position] = (counts[position] ?? 0) + 1
    }
    for (const count of counts) expect(count).toBeGreaterThan(850)
  })
})

describe('comparing answers', () => {
  it.each(['paris', ' PARIS ', 'Paris\t', 'pArIs'])('accepts %j as Paris', (answer) => {
    expect(isSameAnswer(answer, 'Paris')).toBe(true)
    expect(findOption(question, answer)).toBe('Paris')
    expect(scoreAnswer(question, answer)).toEqual({ correct: true, points: 10 })
  })

  it('treats composed and decomposed letters as equal', () => {
    expect(findOption(question, 'àbújá'.normalize('NFD'))).toBe('Àbújá')
  })

  it('matches the exact spelling if an earlier release stored two options that look the same', () => {
    const options = ['Lagos State', 'Lagos  State', 'Kano', 'Oyo']
    for (const option of options) expect(findOption({ options }, option)).toBe(option)
    expect(findOption({ options }, 'LAGOS\u00A0STATE')).toBe('Lagos State')
    const counted = options.map((option) => scoreAnswer({ options, correctAnswer: 'Lagos  State' }, option).correct)
    expect(counted).toEqual([false, true, false, false])
  })

  it.each(['', ' ', 'Pari', 'Paris!', 'London', 'P aris', 'x'.repeat(10_000)])('finds no option for %j', (answer) => {
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

describe('explaining a refusal', () => {
  const earlier: GivenAnswer = { answer: 'Lagos', correct: false, points: 0 }
  const explain = (changes: Partial<Parameters<typeof explainRefusal>[0]>) =>
    explainRefusal({ ...open, earlier: undefined, answer: 'Paris', ...changes })

  it('returns the earlier answer for a repeat, even after the lock', () => {
    for (const lockedAt of [null, at(-5), deadline])
      expect(explain({ earlier, answer: ' lagos', lockedAt })).toEqual({ reason: 'repeated', earlier })
  })

  it('refuses a different answer to an answered question, even after the lock', () => {
    expect(explain({ earlier })).toEqual({ reason: 'already_answered' })
    expect(explain({ earlier, lockedAt: deadline })).toEqual({ reason: 'already_answered' })
  })

  it('calls an answer late once the deadline has passed', () => {
    expect(explain({})).toEqual({ reason: 'time_is_up' })
    expect(explain({ lockedAt: deadline })).toEqual({ reason: 'time_is_up' })
  })

  it('says that the quiz is completed if it was finished early', () => {
    expect(explain({ lockedAt: at(-60_000) })).toEqual({ reason: 'quiz_completed' })
  })

  it('keeps the first answer in time through any sequence of repeats, changes and delays', () => {
    const send = fc.record({
      answer: fc.constantFrom(...question.options),
      ms: fc.integer({ min: -120_000, max: 9_000 }),
    })
    fc.assert(
      fc.property(fc.array(send, { maxLength: 40 }), (sends) => {
        const first = sends.find(({ ms }) => ms <= 2_000)
        let stored: GivenAnswer | undefined
        const reasons: (string | undefined)[] = []
        for (const { answer, ms } of sends) {
          // Like the SQL statement, accepts the first answer while the attempt is not locked.
          const isTaken = !stored && !lockedSince(open, at(ms))
          if (isTaken) stored = { answer, ...scoreAnswer(question, answer) }
          reasons.push(isTaken ? undefined : explain({ earlier: stored, answer }).reason)
        }
        expect(reasons).toEqual(
          sends.map((sent, i) => {
            if (sent === first) return undefined
            if (!first || i < sends.indexOf(first)) return 'time_is_up'
            return sent.answer === first.answer ? 'repeated' : 'already_answered'
          }),
        )
        expect(stored?.answer).toBe(first?.answer)
        expect(stored?.points ?? 0).toBe(first?.answer === 'Paris' ? 10 : 0)
      }),
    )
  })
})

it('also accepts the key from before a regrade', () => {
  const key = { ...question, correctAnswer: 'Paris', alsoCorrect: 'Accra' }
  expect(['Paris', ' accra', 'Lagos'].map((answer) => scoreAnswer(key, answer).points)).toEqual([10, 10, 0])
  expect(scoreAnswer({ ...key, alsoCorrect: null }, 'Accra').points).toBe(0)
})

it('reveals the answer and its explanation, and nothing else about the question', () => {
  const told = { correctAnswer: 'Paris', explanation: 'It is on the Seine.', momentSeconds: 12 }
  expect(revealAnswer({ ...question, ...told })).toEqual(told)
  expect(revealAnswer(question)).toEqual({ correctAnswer: 'Paris', explanation: null, momentSeconds: null })
})

it('scores ten points for each correct answer', () => {
  expect(scoreAttempt({ correctCount: 3, questionCount: 5, voidCount: 0 })).toEqual({ score: 30, maxScore: 50 })
})

describe('a void question', () => {
  const toVoid = (voided: 'all' | 'none') => ({ ...question, voided })

  it('gives its points to every answer, or to none', () => {
    expect(['Paris', 'Lagos'].map((answer) => scoreAnswer(toVoid('all'), answer).points)).toEqual([10, 10])
    expect(['Paris', 'Lagos'].map((answer) => scoreAnswer(toVoid('none'), answer).points)).toEqual([0, 0])
    expect(['Paris', 'Lagos'].map((answer) => matchesKey(toVoid('all'), answer))).toEqual([true, false])
  })

  it('that counts for nobody leaves a perfect quiz perfect', () => {
    expect(scoreAttempt({ correctCount: 4, questionCount: 5, voidCount: 1 })).toEqual({ score: 40, maxScore: 40 })
  })

  it('is revealed as void', () => {
    expect(revealAnswer(toVoid('none'))).toMatchObject({ voided: 'none' })
  })
})

describe('the category', () => {
  it.each([
    // Born on 2015-06-15: turns eleven on 2026-06-15, which starts in Lagos at 23:00 UTC the day before.
    ['2015-06-15', '5-10', '2026-06-14T22:59:59.999Z', undefined],
    ['2015-06-15', '11-20', '2026-06-14T22:59:59.999Z', 'other_category'],
    ['2015-06-15', '5-10', '2026-06-14T23:00:00.000Z', 'other_category'],
    ['2015-06-15', '11-20', '2026-06-14T23:00:00.000Z', undefined],
    // Born on 29 February: in a common year, the birthday is 1 March.
    ['2016-02-29', '5-10', '2027-02-28T22:59:59.999Z', undefined],
    ['2016-02-29', '11-20', '2027-02-28T23:00:00.000Z', undefined],
    // The first student is too young until the birthday, and the second too old from the birthday on.
    ['2021-06-15', '5-10', '2026-06-14T22:59:59.999Z', 'age_category_not_set'],
    ['2021-06-15', '5-10', '2026-06-14T23:00:00.000Z', undefined],
    ['2005-06-15', '11-20', '2026-06-14T22:59:59.999Z', undefined],
    ['2005-06-15', '11-20', '2026-06-14T23:00:00.000Z', 'age_category_not_set'],
  ] as const)('born on %s, asking for %s at %s: %s', (birth, asked, now, refusal) => {
    expect(findCategoryRefusal(asked, birth, new Date(now))).toBe(refusal)
  })
})

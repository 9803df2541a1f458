import { moralValues, type MoralValue } from '@baobab/contract/videos/endpoints.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canFinish, computeBadges, joinValues, listFinished, measureSeries, type PlayedVideo } from './rules.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const quiz = (n: number, changes: Partial<PlayedVideo['locked'][number]> = {}) => ({
  ageCategory: '11-20' as const,
  at: day(n),
  correctCount: 3,
  questionCount: 5,
  voidCount: 0,
  practised: null,
  ...changes,
})
const played = (n: number, changes: Partial<PlayedVideo> = {}): PlayedVideo => ({
  videoId: `v${n}`,
  values: ['honesty'],
  playedAt: day(n),
  anyScoreUntil: null,
  locked: [quiz(n)],
  ...changes,
})
const open = (count: number, values: MoralValue[] = ['honesty']) => Array.from({ length: count }, () => ({ values }))
const honesty = (videos: PlayedVideo[], others = open(9)) =>
  computeBadges(videos, others).find(({ value }) => value === 'honesty')

describe('a finished video', () => {
  it('keeps its award if a question no longer counts for anyone, whether it had been right or wrong', () => {
    const isFinished = (changes: Parameters<typeof quiz>[1]) =>
      listFinished([played(1, { locked: [quiz(1, changes)] })]).length === 1
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.nat(10), fc.boolean(), (questionCount, count, wasRight) => {
        const correctCount = Math.min(count, questionCount)
        const after = Math.max(0, wasRight ? correctCount - 1 : correctCount)
        const isKept = isFinished({ questionCount, correctCount: after, voidCount: 1 })
        expect(isKept || !isFinished({ questionCount, correctCount })).toBe(true)
      }),
    )
    expect(isFinished({ correctCount: 1, voidCount: 1 })).toBe(false)
  })

  it('was played, and its quiz passed in any category; it counts as finished at the later of the two', () => {
    const both = [quiz(9), quiz(4, { ageCategory: '5-10' })]
    const videos = [played(2, { locked: both }), played(1, { locked: [] }), played(6, { locked: both })]
    expect(listFinished(videos).map(({ videoId, at }) => [videoId, at])).toEqual([
      ['v2', day(4)],
      ['v6', day(6)],
    ])
  })

  it('has at least 60 % right answers', () => {
    const isFinished = (correctCount: number, questionCount: number) =>
      listFinished([played(1, { locked: [quiz(1, { correctCount, questionCount })] })]).length === 1
    expect([isFinished(2, 5), isFinished(3, 5), isFinished(5, 9), isFinished(6, 10)]).toEqual([
      false,
      true,
      false,
      true,
    ])
  })

  it('can also get its right answers in practice later, and is finished then', () => {
    const practise = (count: number) => [quiz(1, { correctCount: 1, practised: { count, at: day(7) } })]
    expect(listFinished([played(1, { locked: practise(1) })])).toEqual([])
    expect(listFinished([played(1, { locked: practise(2) })])).toMatchObject([{ at: day(7) }])
    const passed = [quiz(1, { practised: { count: 2, at: day(7) } })]
    expect(listFinished([played(1, { locked: passed })])).toMatchObject([{ at: day(1) }])
  })

  it('has any score if its quiz ended before right answers were needed', () => {
    const poor = [quiz(3, { correctCount: 0 })]
    expect(listFinished([played(1, { locked: poor, anyScoreUntil: day(3) })])).toHaveLength(1)
    expect(listFinished([played(1, { locked: poor, anyScoreUntil: day(2) })])).toEqual([])
  })
})

it('finished videos are ordered by time, then by id', () => {
  const at = (id: number, n: number) => played(id, { playedAt: day(n), locked: [quiz(n)] })
  const [b, a, late, first] = [at(2, 5), at(1, 5), at(3, 9), at(4, 1)]
  const order = ['v4', 'v1', 'v2', 'v3']
  for (const videos of [
    [b, a, late, first],
    [late, first, a, b],
    [first, a, b, late],
  ])
    expect(listFinished(videos).map(({ videoId }) => videoId)).toEqual(order)
})

describe('the badge for a value', () => {
  it('has a level for 1, 3 and 6 finished videos, and names the video that earned it', () => {
    const upTo = (count: number) => honesty(Array.from({ length: count }, (_, index) => played(index + 1)))
    expect(upTo(0)).toMatchObject({ level: 0, finishedCount: 0, nextAt: 1, earned: null })
    expect(upTo(1)).toMatchObject({ level: 1, nextAt: 3, earned: { at: day(1).toISOString(), videoId: 'v1' } })
    expect(upTo(2)).toMatchObject({ level: 1, nextAt: 3, earned: { videoId: 'v1' } })
    expect(upTo(3)).toMatchObject({ level: 2, nextAt: 6, earned: { videoId: 'v3' } })
    expect(upTo(5)).toMatchObject({ level: 2, nextAt: 6, earned: { videoId: 'v3' } })
    expect(upTo(7)).toMatchObject({ level: 3, finishedCount: 7, nextAt: null, earned: { videoId: 'v6' } })
  })

  it('counts only videos with that value, and each value has one badge', () => {
    const badges = computeBadges([played(1, { values: ['courage', 'kindness'] })], open(1, [...moralValues]))
    expect(badges.map(({ value }) => value)).toEqual(moralValues)
    expect(badges.filter(({ level }) => level > 0).map(({ value }) => value)).toEqual(['courage', 'kindness'])
  })

  it('is shown only if it was earned or can be, and names a next level only if there are enough videos for it', () => {
    expect(honesty([], open(0))).toBeUndefined()
    expect(honesty([], open(1))).toMatchObject({ level: 0, nextAt: 1 })
    expect(honesty([played(1)], open(1))).toMatchObject({ level: 1, nextAt: null })
    expect(honesty([played(1)], open(2))).toMatchObject({ level: 1, nextAt: 3 })
    expect(honesty([played(1)], open(5, ['courage']))).toMatchObject({ level: 1, nextAt: null })
  })

  it('never loses a level when another video is finished', () => {
    const videos = fc.array(
      fc.record({
        values: fc.subarray<MoralValue>([...moralValues], { maxLength: 3 }),
        on: fc.integer({ min: 1, max: 300 }),
        isLocked: fc.boolean(),
      }),
    )
    fc.assert(
      fc.property(videos, (made) => {
        const all = made.map(({ values, on, isLocked }, index) =>
          played(index, { values, playedAt: day(on), ...(isLocked ? {} : { locked: [] }) }),
        )
        const levels = (some: PlayedVideo[]) => computeBadges(some, open(9, [...moralValues])).map(({ level }) => level)
        const [less, more] = [levels(all.slice(1)), levels(all)]
        for (const [index, level] of more.entries()) expect(level).toBeGreaterThanOrEqual(less[index] ?? 0)
      }),
    )
  })
})

describe('a series', () => {
  const member = (n: number, counts = { '5-10': 5, '11-20': 5 }) => ({ videoId: `v${n}`, questionCounts: counts })
  const progress = { category: '11-20' as const, locked: [], isFormerQuiz: () => false }
  const count = (...input: Parameters<typeof measureSeries>) => measureSeries(...input).finishedCount

  it('needs each video played, and its quiz passed in the student’s category; it counts their right answers', () => {
    const younger = played(2, { locked: [quiz(2, { ageCategory: '5-10', correctCount: 5 })] })
    const seen = [played(1), younger, played(3, { locked: [] }), played(4, { locked: [quiz(4, { correctCount: 2 })] })]
    const videos = [member(1), member(2), member(3), member(4), member(5)]
    const young = { ...progress, category: '5-10' as const }
    expect(measureSeries(videos, { ...progress, played: seen })).toEqual({
      finishedCount: 1,
      correctCount: 3,
      questionCount: 5,
    })
    expect(measureSeries(videos, { ...young, played: seen })).toMatchObject({ finishedCount: 1, correctCount: 5 })
    expect(measureSeries(videos, { ...progress, category: null, played: seen })).toEqual({
      finishedCount: 2,
      correctCount: 8,
      questionCount: 10,
    })
    expect(count(videos, { ...young, played: [played(1)] })).toBe(0)
  })

  it('needs no quiz if there is none in the category, or none that the student may take', () => {
    const seen = [played(1, { locked: [] }), played(2, { locked: [] })]
    const videos = [member(1, { '5-10': 5, '11-20': 0 }), member(2)]
    expect(count(videos, { ...progress, played: seen })).toBe(1)
    expect(count(videos, { ...progress, played: seen, isFormerQuiz: (id) => id === 'v2' })).toBe(2)
    expect(count(videos, { ...progress, category: null, played: seen })).toBe(0)
    const empty = [member(1, { '5-10': 0, '11-20': 0 })]
    expect(count(empty, { ...progress, category: null, played: seen })).toBe(1)
  })

  it('a video can still be finished if its quiz was passed, or can be taken or practised', () => {
    const can = (changes: Partial<Parameters<typeof canFinish>[1]>, counts?: Record<'5-10' | '11-20', number>) =>
      canFinish(member(1, counts), { ...progress, played: [], ...changes })
    const poor = { ...quiz(1, { correctCount: 2 }), videoId: 'v1' }
    expect(can({})).toBe(true)
    expect(can({ locked: [poor], isFormerQuiz: () => true })).toBe(true)
    expect(can({ locked: [{ ...poor, videoId: 'v2' }], isFormerQuiz: () => true })).toBe(false)
    expect(can({ locked: [poor], category: null })).toBe(false)
    expect(can({ locked: [{ ...quiz(1), videoId: 'v1' }], category: null })).toBe(true)
    expect(can({ category: null })).toBe(false)
    expect(can({ isFormerQuiz: () => true })).toBe(false)
    expect(can({}, { '5-10': 5, '11-20': 0 })).toBe(false)
  })

  it('has each of its videos’ values once, in the order of the values', () => {
    expect(joinValues([{ values: ['kindness', 'honesty'] }, { values: ['honesty'] }])).toEqual(['honesty', 'kindness'])
  })
})

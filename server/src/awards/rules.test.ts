import { moralValues, type MoralValue } from '@baobab/contract/videos/endpoints.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeBadges, countFinished, joinValues, listFinished, type WatchedVideo } from './rules.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const watched = (n: number, changes: Partial<WatchedVideo> = {}): WatchedVideo => ({
  videoId: `v${n}`,
  values: ['honesty'],
  watchedAt: day(n),
  locked: [{ ageCategory: '11-20', at: day(n) }],
  ...changes,
})
const honesty = (videos: WatchedVideo[]) => computeBadges(videos).find(({ value }) => value === 'honesty')

describe('a finished video', () => {
  it('has been watched and has a locked quiz in any category; it counts as finished at the later of the two', () => {
    const both = [
      { ageCategory: '11-20' as const, at: day(9) },
      { ageCategory: '5-10' as const, at: day(4) },
    ]
    const videos = [watched(2, { locked: both }), watched(1, { locked: [] }), watched(6, { locked: both })]
    expect(listFinished(videos).map(({ videoId, at }) => [videoId, at])).toEqual([
      ['v2', day(4)],
      ['v6', day(6)],
    ])
  })
})

it('finished videos are ordered by time, then by id', () => {
  const at = (id: number, n: number) =>
    watched(id, { watchedAt: day(n), locked: [{ ageCategory: '5-10', at: day(n) }] })
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
    const upTo = (count: number) => honesty(Array.from({ length: count }, (_, index) => watched(index + 1)))
    expect(upTo(0)).toMatchObject({ level: 0, finishedCount: 0, nextAt: 1, earned: null })
    expect(upTo(1)).toMatchObject({ level: 1, nextAt: 3, earned: { at: day(1).toISOString(), videoId: 'v1' } })
    expect(upTo(2)).toMatchObject({ level: 1, nextAt: 3, earned: { videoId: 'v1' } })
    expect(upTo(3)).toMatchObject({ level: 2, nextAt: 6, earned: { videoId: 'v3' } })
    expect(upTo(5)).toMatchObject({ level: 2, nextAt: 6, earned: { videoId: 'v3' } })
    expect(upTo(7)).toMatchObject({ level: 3, finishedCount: 7, nextAt: null, earned: { videoId: 'v6' } })
  })

  it('counts only videos with that value, and each value has one badge', () => {
    const badges = computeBadges([watched(1, { values: ['courage', 'kindness'] })])
    expect(badges.map(({ value }) => value)).toEqual(moralValues)
    expect(badges.filter(({ level }) => level > 0).map(({ value }) => value)).toEqual(['courage', 'kindness'])
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
          watched(index, { values, watchedAt: day(on), ...(isLocked ? {} : { locked: [] }) }),
        )
        const [less, more] = [computeBadges(all.slice(1)), computeBadges(all)]
        for (const [index, badge] of more.entries()) expect(badge.level).toBeGreaterThanOrEqual(less[index]?.level ?? 0)
      }),
    )
  })
})

describe('a series', () => {
  const quiz = (n: number, counts = { '5-10': 5, '11-20': 5 }) => ({ videoId: `v${n}`, questionCounts: counts })
  const progress = { category: '11-20' as const, isFormerQuiz: () => false }

  it('needs each video watched, and its quiz locked in the student’s category', () => {
    const younger = watched(2, { locked: [{ ageCategory: '5-10', at: day(2) }] })
    const seen = [watched(1), younger, watched(3, { locked: [] })]
    const videos = [quiz(1), quiz(2), quiz(3), quiz(4)]
    expect(countFinished(videos, { ...progress, watched: seen })).toBe(1)
    expect(countFinished(videos, { ...progress, category: '5-10', watched: seen })).toBe(1)
    expect(countFinished(videos, { ...progress, category: null, watched: seen })).toBe(2)
    expect(countFinished(videos, { ...progress, category: '5-10', watched: [watched(1)] })).toBe(0)
  })

  it('needs no quiz if there is none in the category, or none that the student may take', () => {
    const seen = [watched(1, { locked: [] }), watched(2, { locked: [] })]
    const videos = [quiz(1, { '5-10': 5, '11-20': 0 }), quiz(2)]
    expect(countFinished(videos, { ...progress, watched: seen })).toBe(1)
    expect(countFinished(videos, { ...progress, watched: seen, isFormerQuiz: (id) => id === 'v2' })).toBe(2)
    expect(countFinished(videos, { ...progress, category: null, watched: seen })).toBe(0)
    const empty = [quiz(1, { '5-10': 0, '11-20': 0 })]
    expect(countFinished(empty, { ...progress, category: null, watched: seen })).toBe(1)
  })

  it('has each of its videos’ values once, in the order of the values', () => {
    expect(joinValues([{ values: ['kindness', 'honesty'] }, { values: ['honesty'] }])).toEqual(['honesty', 'kindness'])
  })
})

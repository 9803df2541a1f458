import { describe, expect, test } from 'vitest'
import { parseSelection } from '../../lists/admin/list-address.ts'
import { isFiltering, matchesFilter, videoList } from './video-list-filter.ts'

const video = {
  access: 'free' as const,
  state: 'ready' as const,
  publication: 'published' as const,
  poolCounts: { '5-10': 3, '11-20': 4 },
  series: { _id: 'kindness' },
}
const parse = (address: string) => parseSelection(videoList, new URLSearchParams(address))
const matches = (changes: Partial<Parameters<typeof matchesFilter>[0]>, address: string) =>
  matchesFilter({ ...video, ...changes }, parse(address))

describe('the filter of the list of videos', () => {
  test('an address without one, or with nonsense, shows every video', () => {
    for (const address of ['', 'access=paid&state=gone&quiz=some', 'sort=students&view=table']) {
      expect(matches({}, address)).toBe(true)
      expect(isFiltering(parse(address))).toBe(false)
    }
  })

  test.each(['series=kindness', 'access=free', 'state=ready'])(
    '%s shows the video, and another value does not',
    (one) => {
      expect(matches({}, one)).toBe(true)
      expect(isFiltering(parse(one))).toBe(true)
    },
  )

  test.each(['series=courage', 'access=premium', 'state=draft', 'quiz=none'])('%s does not show it', (other) => {
    expect(matches({}, other)).toBe(false)
  })

  test('a video has one state: what keeps students from seeing it', () => {
    const found = (changes: Parameters<typeof matches>[0]) =>
      videoList.filters.state.options.flatMap(({ value }) => (matches(changes, `state=${value}`) ? [value] : []))
    expect(found({})).toEqual(['ready'])
    expect(found({ publication: 'draft' })).toEqual(['draft'])
    expect(found({ publication: 'scheduled' })).toEqual(['scheduled'])
    expect(found({ state: 'failed' })).toEqual(['failed'])
    expect(found({ state: 'processing', publication: 'draft' })).toEqual(['draft', 'processing'])
  })

  test('without a quiz is a video that lacks the questions of one category', () => {
    expect(matches({ poolCounts: { '5-10': 0, '11-20': 4 } }, 'quiz=none')).toBe(true)
    expect(matches({ poolCounts: { '5-10': 0, '11-20': 0 } }, 'quiz=none')).toBe(true)
  })

  test('all filters hold together', () => {
    const address = 'access=premium&state=draft&quiz=none&series=kindness'
    const found = { access: 'premium' as const, publication: 'draft' as const, poolCounts: { '5-10': 0, '11-20': 0 } }
    expect(matches(found, address)).toBe(true)
    expect(matches({ ...found, series: null }, address)).toBe(false)
  })
})

import type { Video, VideoSeries } from '@baobab/contract/videos/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { createIsQuizOpen } from '../is-former-quiz.ts'
import {
  clearVideoFilter,
  filterVideos,
  isFiltering,
  listSeries,
  listValues,
  readVideoFilter,
  writeVideoFilter,
  type VideoFilter,
} from './video-filter.ts'

const small: VideoSeries = { _id: 's1', title: 'Small Things', description: '', order: 2, position: 1 }
const brave: VideoSeries = { _id: 's2', title: 'Brave', description: 'Three tales.', order: 1, position: 1 }
const make = (_id: string, changes: Partial<Video> = {}) =>
  ({
    _id,
    title: `Video ${_id}`,
    description: '',
    values: [],
    series: null,
    isLocked: false,
    isWatched: false,
    isBookmarked: false,
    questionCounts: { '5-10': 5, '11-20': 5 },
    ...changes,
  }) as unknown as Video
const videos = [
  make('a', { title: 'Ìjàpá and the Borrowed Drum', values: ['honesty'], series: { ...small, position: 2 } }),
  make('b', {
    description: 'Halimat shares the well.',
    values: ['kindness', 'fairness'],
    series: small,
    isWatched: true,
  }),
  make('c', { title: 'Ɗanladi Finds a Wallet', values: ['courage'], series: brave, isBookmarked: true }),
  make('d', { title: 'The Lantern on Ọbọ Street' }),
]
const none = readVideoFilter(new URLSearchParams())
const find = (changes: Partial<VideoFilter>) =>
  filterVideos(videos, { ...none, ...changes }, ({ _id }) => _id === 'd').map(({ _id }) => _id)

describe('searching', () => {
  it('ignores case, accents, tone marks, dots and hooks, in both texts and however they are composed', () => {
    expect(find({ search: 'IJAPA' })).toEqual(['a'])
    expect(find({ search: 'ìjàpá'.normalize('NFD') })).toEqual(['a'])
    expect(find({ search: 'danladi' })).toEqual(['c'])
    expect(find({ search: 'obo street' })).toEqual(['d'])
  })

  it('finds words of the title, the description and the values, in any order', () => {
    expect(find({ search: 'well halimat' })).toEqual(['b'])
    expect(find({ search: 'fairness' })).toEqual(['b'])
    expect(find({ search: '  ' })).toEqual(['a', 'b', 'c', 'd'])
    expect(find({ search: 'well drum' })).toEqual([])
    expect(find({ search: '(.*' })).toEqual([])
  })
})

describe('the filters', () => {
  it('show what was not watched, bookmarks, and open quizzes', () => {
    expect(find({ state: 'unwatched' })).toEqual(['a', 'c', 'd'])
    expect(find({ state: 'bookmarked' })).toEqual(['c'])
    expect(find({ state: 'open' })).toEqual(['d'])
  })

  it('show one value, one series in its order, and several filters together', () => {
    expect(find({ value: 'kindness' })).toEqual(['b'])
    expect(find({ series: 's1' })).toEqual(['b', 'a'])
    expect(find({ series: 's1', state: 'unwatched' })).toEqual(['a'])
    expect(find({ series: 'unknown' })).toEqual([])
  })

  it('offer the values and the series that the videos have, with what was watched', () => {
    expect(listValues(videos)).toEqual(['honesty', 'courage', 'kindness', 'fairness'])
    expect(listSeries(videos)).toEqual([
      { _id: 's2', title: 'Brave', description: 'Three tales.', total: 1, watched: 0 },
      { _id: 's1', title: 'Small Things', description: '', total: 2, watched: 1 },
    ])
  })

  it('are in the address, where anything unknown is ignored and everything else stays', () => {
    const filter = { search: 'well', state: 'unwatched', value: 'hard-work', series: 's1' } as const
    const params = writeVideoFilter(new URLSearchParams('lang=en'), filter)
    expect(params.toString()).toBe('lang=en&search=well&filter=unwatched&value=hard-work&series=s1')
    expect(readVideoFilter(params)).toEqual(filter)
    expect(writeVideoFilter(params, { state: 'all', value: null }).toString()).toBe('lang=en&search=well&series=s1')
    expect(clearVideoFilter(params).toString()).toBe('lang=en')
    expect(readVideoFilter(new URLSearchParams('filter=x&value=greed'))).toEqual(none)
    expect([isFiltering(none), isFiltering({ ...none, search: ' ' }), isFiltering(filter)]).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe('an open quiz', () => {
  const attempt = (changes: object) => ({ videoId: 'd', ageCategory: '11-20', state: 'locked', ...changes }) as never
  const isOpen = (changes: Partial<Video> = {}, attempts: never[] = [], formerQuizzes: never[] = []) =>
    createIsQuizOpen('11-20', { attempts, formerQuizzes })(make('d', changes))

  it('has questions for the student, who has not finished it', () => {
    expect(isOpen()).toBe(true)
    expect(isOpen({ questionCounts: { '5-10': 5, '11-20': 0 } })).toBe(false)
    expect(isOpen({ isLocked: true })).toBe(false)
    expect(isOpen({}, [attempt({})])).toBe(false)
    expect(isOpen({}, [attempt({ ageCategory: '5-10' })])).toBe(true)
    expect(isOpen({}, [attempt({ state: 'running', ageCategory: '5-10' })])).toBe(true)
    expect(isOpen({}, [], [attempt({})])).toBe(false)
    expect(createIsQuizOpen(null, { attempts: [], formerQuizzes: [] })(make('d'))).toBe(false)
  })
})

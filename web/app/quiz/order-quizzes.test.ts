import type { AttemptSummary } from '@baobab/contract/quiz.ts'
import type { Video } from '@baobab/contract/videos.ts'
import { describe, expect, test } from 'vitest'
import { orderQuizzes } from './order-quizzes.ts'

const makeVideo = (id: string, changes: Partial<Video> = {}): Video => ({
  _id: id,
  title: id,
  description: '',
  access: 'free',
  isLocked: false,
  values: [],
  series: null,
  isBookmarked: false,
  renditions: [],
  transcript: '',
  posterUrl: null,
  captionsUrl: null,
  durationSeconds: 60,
  sizeBytes: 1,
  questionCounts: { '5-10': 5, '11-20': 5 },
  isWatched: false,
  positionSeconds: null,
  seenAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  ...changes,
})

const makeAttempt = (videoId: string, state: AttemptSummary['state']): AttemptSummary => ({
  _id: videoId,
  videoId,
  videoTitle: videoId,
  hasVideo: true,
  ageCategory: '11-20',
  state,
  score: 0,
  maxScore: 50,
  startedAt: '2026-11-23T09:00:00.000Z',
  deadline: '2026-11-23T09:02:00.000Z',
  lockedAt: null,
})

const videos = [
  makeVideo('finished', { isWatched: true }),
  makeVideo('former'),
  makeVideo('locked', { isLocked: true }),
  makeVideo('open'),
  makeVideo('watched', { isWatched: true }),
  makeVideo('running'),
]
const options = {
  category: '11-20' as const,
  askedId: null,
  attempts: [makeAttempt('finished', 'locked'), makeAttempt('running', 'running')],
  formerQuizzes: [{ videoId: 'former', ageCategory: '11-20' as const }],
}
const order = (changes: Partial<Parameters<typeof orderQuizzes>[1]> = {}) =>
  orderQuizzes(videos, { ...options, ...changes }).map(({ _id }) => _id)

describe('the list of quizzes', () => {
  test('begins with the running one, then those of watched videos, and ends with finished ones', () => {
    expect(order()).toEqual(['running', 'watched', 'open', 'locked', 'finished', 'former'])
  })

  test('begins with the quiz that was asked for, whatever its state', () => {
    expect(order({ askedId: 'finished' })[0]).toBe('finished')
    expect(order({ askedId: 'open' }).slice(0, 2)).toEqual(['open', 'running'])
  })
})

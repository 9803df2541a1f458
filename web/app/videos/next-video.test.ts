import type { Video } from '@baobab/contract/videos.ts'
import { expect, test } from 'vitest'
import { videosAfter, findNextVideo } from './next-video.ts'

function film(id: string, changes: Partial<Video> = {}): Video {
  return {
    _id: id,
    title: id,
    description: '',
    access: 'free',
    isLocked: false,
    videoUrl: `/media/t/videos/${id}.mp4`,
    renditions: [],
    transcript: '',
    posterUrl: null,
    captionsUrl: null,
    durationSeconds: 60,
    sizeBytes: 1,
    questionCounts: { '5-10': 0, '11-20': 0 },
    isWatched: false,
    positionSeconds: null,
    seenAt: null,
    createdAt: '2026-01-01T00:00:00Z',
    ...changes,
  }
}

const titles = (videos: readonly Video[]) => videos.map(({ title }) => title)

test('the videos after one go round to the beginning', () => {
  const [a, b, c] = [film('a'), film('b'), film('c')]
  expect(titles(videosAfter(b, [a, b, c]))).toEqual(['c', 'a'])
})

test('the next to play is the first one that can be played and was not watched', () => {
  const last = film('last')
  const { videoUrl: _none, ...unready } = film('unready')
  const videos = [last, film('locked', { isLocked: true }), unready, film('seen', { isWatched: true }), film('new')]
  expect(findNextVideo(last, videos)?.title).toBe('new')
})

test('where all were watched it is the next in order, and where no other can be played none', () => {
  const [a, b, c] = [film('a'), film('b', { isWatched: true }), film('c', { isWatched: true })]
  expect(findNextVideo(a, [a, b, c])?.title).toBe('b')
  expect(findNextVideo(a, [a, film('x', { isLocked: true })])).toBeUndefined()
})

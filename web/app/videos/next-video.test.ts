import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { expect, test } from 'vitest'
import { makeVideo } from '../../test-samples.ts'
import { videosAfter, findNextVideo } from './next-video.ts'

const createVideo = (id: string, changes: Partial<Video> = {}) =>
  makeVideo(id, { videoUrl: `/media/t/videos/${id}.mp4`, ...changes })

const titles = (videos: readonly Video[]) => videos.map(({ title }) => title)

test('the videos after one continue from the beginning', () => {
  const [a, b, c] = [createVideo('a'), createVideo('b'), createVideo('c')]
  expect(titles(videosAfter(b, [a, b, c]))).toEqual(['c', 'a'])
})

test('the next to play is the first one that can be played and was not watched', () => {
  const last = createVideo('last')
  const { videoUrl: _none, ...unready } = createVideo('unready')
  const videos = [
    last,
    createVideo('locked', { isLocked: true }),
    unready,
    createVideo('seen', { isWatched: true }),
    createVideo('new'),
  ]
  expect(findNextVideo(last, videos)?.title).toBe('new')
})

test('if all that can be played were watched it is a locked one, which asks for the payment', () => {
  const [a, b] = [createVideo('a'), createVideo('b', { isWatched: true })]
  expect(findNextVideo(a, [a, b, createVideo('locked', { isLocked: true })])?.title).toBe('locked')
})

test('if all were watched it is the next in order; if there is no other that can be played there is none', () => {
  const [a, b, c] = [createVideo('a'), createVideo('b', { isWatched: true }), createVideo('c', { isWatched: true })]
  expect(findNextVideo(a, [a, b, c])?.title).toBe('b')
  const { videoUrl: _none, ...unready } = createVideo('unready')
  expect(findNextVideo(a, [a, unready])).toBeUndefined()
})

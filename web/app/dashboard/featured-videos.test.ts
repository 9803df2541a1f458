import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { expect, test } from 'vitest'
import { makeVideo } from '../../test-samples.ts'
import { chooseFeaturedVideos } from './featured-videos.tsx'

const videos = [true, false, true, false, false].map((isWatched, at) => makeVideo(String(at), { isWatched }))
const isWatched = (video: Video) => video.isWatched
const ids = (some: readonly Video[]) => some.map((video) => video._id)

test('two videos are featured, unwatched ones first, without the one that the first card offers', () => {
  expect(ids(chooseFeaturedVideos(videos, videos[1], isWatched))).toEqual(['3', '4'])
  expect(ids(chooseFeaturedVideos(videos.slice(0, 4), videos[1], isWatched))).toEqual(['3', '0'])
})

test('no video is featured if the offered one is the only one', () => {
  expect(chooseFeaturedVideos(videos.slice(1, 2), videos[1], isWatched)).toEqual([])
})

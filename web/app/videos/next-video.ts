import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { isPlayable } from './quality.ts'

/** Returns the videos after one in the admin's order, followed by those before it. */
export function videosAfter(video: Video, videos: readonly Video[]): Video[] {
  const index = videos.indexOf(video)
  return [...videos.slice(index + 1), ...videos.slice(0, Math.max(0, index))]
}

/**
 * Returns the next video in the order of `videosAfter`: the first that can be played and was not watched, otherwise the
 * first that is locked, otherwise the first that can be played.
 */
export function findNextVideo(video: Video, videos: readonly Video[]): Video | undefined {
  const others = videosAfter(video, videos)
  const playable = others.filter(isPlayable)
  return playable.find((one) => !one.isWatched) ?? others.find((one) => one.isLocked) ?? playable[0]
}

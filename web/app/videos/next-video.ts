import type { Video } from '@baobab/contract/videos.ts'
import { isPlayable } from './quality.ts'

/** Returns the videos after one in the admin's order, and after the last those from the beginning. */
export function videosAfter(video: Video, videos: readonly Video[]): Video[] {
  const index = videos.indexOf(video)
  return [...videos.slice(index + 1), ...videos.slice(0, Math.max(0, index))]
}

/** Returns the first of them that can be played and was not watched, else the first that can be played. */
export function findNextVideo(video: Video, videos: readonly Video[]): Video | undefined {
  const playable = videosAfter(video, videos).filter(isPlayable)
  return playable.find((one) => !one.isWatched) ?? playable[0]
}

import type { Video } from '@baobab/contract/videos.ts'
import { isPlayable } from './player/player-view.ts'

/** The videos after one in the operator's order, round to the beginning. */
export function videosAfter(video: Video, videos: readonly Video[]): Video[] {
  const at = videos.indexOf(video)
  return [...videos.slice(at + 1), ...videos.slice(0, Math.max(0, at))]
}

/** The one to play next: the first of them that can be played and has not been watched, else the first that can. */
export function findNextVideo(video: Video, videos: readonly Video[]): Video | undefined {
  const open = videosAfter(video, videos).filter(isPlayable)
  return open.find((one) => !one.isWatched) ?? open[0]
}

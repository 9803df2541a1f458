import type { Video } from '@baobab/contract/videos.ts'

/** Featured on the dashboard at most (spec 9). */
const SHOWN = 2

/** Videos beside the one to resume: those not watched first, then the others, each in the operator's order. */
export function chooseFeaturedVideos(videos: readonly Video[], resume: Video | undefined): Video[] {
  const others = videos.filter((video) => video !== resume)
  const fresh = others.filter((video) => !video.isWatched)
  return [...fresh, ...others.filter((video) => video.isWatched)].slice(0, SHOWN)
}

import type { Video } from '@baobab/contract/videos.ts'

/** At most this many videos are featured on the dashboard. */
const MAX_FEATURED = 2

/** Returns videos other than the one to resume: unwatched ones first, each group in the order of the list. */
export function chooseFeaturedVideos(videos: readonly Video[], resume: Video | undefined): Video[] {
  const others = videos.filter((video) => video !== resume)
  const unwatched = others.filter((video) => !video.isWatched)
  return [...unwatched, ...others.filter((video) => video.isWatched)].slice(0, MAX_FEATURED)
}

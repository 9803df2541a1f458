import type { Video } from '@baobab/contract/videos/endpoints.ts'

/** At most this many videos are featured on the dashboard. */
const MAX_FEATURED = 2

/**
 * Returns videos other than the one that the first card offers: those first with which something is left to do, each
 * group in the order of the list.
 */
export function chooseFeaturedVideos(
  videos: readonly Video[],
  offered: Video | undefined,
  isDone: (video: Video) => boolean,
): Video[] {
  const others = videos.filter((video) => video !== offered)
  return [...others.filter((video) => !isDone(video)), ...others.filter(isDone)].slice(0, MAX_FEATURED)
}

import { VIDEOS_PER_PAGE } from '@baobab/contract/videos/rules.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { filterVideos, readVideoFilter, type VideoFilter } from './find/video-filter.ts'

/** A page of the public list. */
export type PublicVideoList = {
  filter: VideoFilter
  videos: readonly Video[]
  /** Counted over all pages. */
  found: number
  page: number
  pageCount: number
}

type Asking = { search: URLSearchParams; asked: Video | undefined }

/**
 * Returns the page of the public list that an address names, or the last one if there are fewer pages.
 * @param asking.asked the video that is shown above the list and left out of it
 */
export function findPublicVideos(videos: readonly Video[], { search, asked }: Asking): PublicVideoList {
  const filter: VideoFilter = { ...readVideoFilter(search), state: 'all', series: null }
  const found = filterVideos(videos, filter, () => false).filter((video) => video !== asked)
  const pageCount = Math.max(1, Math.ceil(found.length / VIDEOS_PER_PAGE))
  const page = Math.min(pageCount, Number(search.get('page') ?? 1))
  const from = (page - 1) * VIDEOS_PER_PAGE
  return { filter, videos: found.slice(from, from + VIDEOS_PER_PAGE), found: found.length, page, pageCount }
}

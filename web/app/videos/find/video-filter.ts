// Which videos of the list are shown. The filter is in the address.
import { createSearch, toSearchKey } from '@baobab/contract/kernel/comparison.ts'
import { moralValueLabels, moralValues, type MoralValue, type Video } from '@baobab/contract/videos/endpoints.ts'

/** The longest search in characters. */
export const SEARCH_MAX = 100

export const videoStates = ['all', 'unwatched', 'open', 'bookmarked'] as const
type VideoState = (typeof videoStates)[number]

export type VideoFilter = {
  search: string
  state: VideoState
  value: MoralValue | null
  /** The id of a series. */
  series: string | null
}

const noFilter: VideoFilter = { search: '', state: 'all', value: null, series: null }
const names = { search: 'search', state: 'filter', value: 'value', series: 'series' } as const

/** Reads the filter from an address. Ignores unknown values. */
export function readVideoFilter(params: URLSearchParams): VideoFilter {
  return {
    search: params.get(names.search) ?? '',
    state: videoStates.find((state) => state === params.get(names.state)) ?? 'all',
    value: moralValues.find((value) => value === params.get(names.value)) ?? null,
    series: params.get(names.series),
  }
}

/** Returns the address with another filter, and everything else in it unchanged. */
export function writeVideoFilter(params: URLSearchParams, changes: Partial<VideoFilter>): URLSearchParams {
  const filter = { ...readVideoFilter(params), ...changes }
  const after = new URLSearchParams(params)
  for (const key of ['search', 'state', 'value', 'series'] as const) {
    if (filter[key] === null || filter[key] === noFilter[key]) after.delete(names[key])
    else after.set(names[key], filter[key])
  }
  return after
}

/** Returns the address without any filter. */
export function clearVideoFilter(params: URLSearchParams): URLSearchParams {
  return writeVideoFilter(params, noFilter)
}

export function isFiltering({ search, state, value, series }: VideoFilter): boolean {
  return search.trim() !== '' || state !== 'all' || value !== null || series !== null
}

const searchKeys = new WeakMap<Video, string>()

/** Returns the searchable text of a video. Computed once for each video: the server searches the same list for all visitors. */
function describe(video: Video): string {
  const known = searchKeys.get(video)
  if (known !== undefined) return known
  const { title, description, values } = video
  const key = toSearchKey([title, description, ...values.map((value) => moralValueLabels[value])].join(' '))
  searchKeys.set(video, key)
  return key
}

/**
 * Returns the videos that fit a filter: those of a series in its order, otherwise in the order of the list.
 * @param isQuizOpen whether the student can still take the quiz of a video
 */
export function filterVideos(
  videos: readonly Video[],
  { search, state, value, series }: VideoFilter,
  isQuizOpen: (video: Video) => boolean,
): Video[] {
  const isFound = createSearch(search)
  // Looking up the text of ten thousand videos takes longer than rendering a page of them.
  const isSearching = search.trim() !== ''
  const hasState: Record<VideoState, (video: Video) => boolean> = {
    all: () => true,
    unwatched: ({ isWatched }) => !isWatched,
    open: isQuizOpen,
    bookmarked: ({ isBookmarked }) => isBookmarked,
  }
  const found = videos.filter(
    (video) =>
      (value === null || video.values.includes(value)) &&
      (series === null || video.series?._id === series) &&
      hasState[state](video) &&
      (!isSearching || isFound(describe(video))),
  )
  return series === null ? found : found.toSorted((a, b) => (a.series?.position ?? 0) - (b.series?.position ?? 0))
}

export type ListedSeries = { _id: string; title: string; description: string; total: number; watched: number }

/** Returns the series of the listed videos in their order, each with how many of its videos were watched. */
export function listSeries(videos: readonly Video[]): ListedSeries[] {
  const byId = new Map(videos.flatMap(({ series }) => (series ? [[series._id, series]] : [])))
  return [...byId.values()]
    .toSorted((a, b) => a.order - b.order)
    .map(({ _id, title, description }) => {
      const members = videos.filter(({ series }) => series?._id === _id)
      const watched = members.filter(({ isWatched }) => isWatched).length
      return { _id, title, description, total: members.length, watched }
    })
}

/** Returns the values of the listed videos, in the fixed order of all values. */
export function listValues(videos: readonly Video[]): MoralValue[] {
  return moralValues.filter((value) => videos.some(({ values }) => values.includes(value)))
}

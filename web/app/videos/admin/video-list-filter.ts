// What the list of videos shows and how, as the address has it. Pure.
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'

export const listStates = ['draft', 'scheduled', 'processing', 'failed', 'ready'] as const
export type ListState = (typeof listStates)[number]

export type VideoListFilter = {
  /** The id of a series, '' for all. */
  series: string
  access: 'free' | 'premium' | ''
  state: ListState | ''
  /** Only videos without questions in one of the age categories. */
  isWithoutQuiz: boolean
}

/** The parameters of the address that filter, apart from the search. */
export const filterParams = ['series', 'access', 'state', 'quiz'] as const
export type FilterParam = (typeof filterParams)[number]

/** Reads the filter of an address. Unknown values filter nothing. */
export function parseListFilter(params: URLSearchParams): VideoListFilter {
  const access = params.get('access')
  return {
    series: params.get('series') ?? '',
    access: access === 'free' || access === 'premium' ? access : '',
    state: listStates.find((state) => state === params.get('state')) ?? '',
    isWithoutQuiz: params.get('quiz') === 'none',
  }
}

export function isFiltering({ series, access, state, isWithoutQuiz }: VideoListFilter): boolean {
  return series !== '' || access !== '' || state !== '' || isWithoutQuiz
}

/** Returns the one state by which a video is found: what keeps students from seeing it, or else that it is ready. */
export function listStateOf({ state, publication }: Pick<AdminVideo, 'state' | 'publication'>): ListState {
  if (state !== 'ready') return state
  return publication === 'published' ? 'ready' : publication
}

export function matchesFilter(
  video: Pick<AdminVideo, 'access' | 'state' | 'publication' | 'poolCounts'> & { series: { _id: string } | null },
  { series, access, state, isWithoutQuiz }: VideoListFilter,
): boolean {
  return (
    (series === '' || video.series?._id === series) &&
    (access === '' || video.access === access) &&
    // A draft that is still processed is found as both.
    (state === '' || listStateOf(video) === state || video.publication === state) &&
    (!isWithoutQuiz || video.poolCounts['5-10'] === 0 || video.poolCounts['11-20'] === 0)
  )
}

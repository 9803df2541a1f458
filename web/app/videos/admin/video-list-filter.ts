// Reads from the address which videos the list shows, and how. Pure functions.
import { TITLE_MAX } from '@baobab/contract/videos/rules.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import type { SelectionOf } from '../../lists/admin/list-address.ts'
import { text } from './text.ts'

const states = ['draft', 'scheduled', 'processing', 'failed', 'ready'] as const
type ListState = (typeof states)[number]

export const videoList = {
  address: 'edited',
  filters: {
    search: { kind: 'text', label: text.searchTitles, max: TITLE_MAX },
    sort: {
      kind: 'choice',
      look: 'seg',
      label: text.order,
      otherwise: 'newest',
      options: [
        { value: 'newest', label: text.newestFirst },
        { value: 'students', label: text.asStudentsSee },
      ],
    },
    view: {
      kind: 'choice',
      look: 'seg',
      label: text.view,
      otherwise: 'cards',
      options: [
        { value: 'cards', label: text.cards },
        { value: 'table', label: text.table },
      ],
    },
    /** The id of a series. */
    series: { kind: 'text', label: text.series, placeholder: text.allSeries },
    access: {
      kind: 'choice',
      label: text.access,
      all: text.freeAndPremium,
      options: [
        { value: 'free', label: text.free },
        { value: 'premium', label: text.premium },
      ],
    },
    state: {
      kind: 'choice',
      label: text.state,
      all: text.allStates,
      options: states.map((value) => ({ value, label: text[value] })),
    },
    /** Videos without questions in one of the age categories. */
    quiz: {
      kind: 'choice',
      label: text.quiz,
      all: text.withAndWithoutQuiz,
      options: [{ value: 'none', label: text.withoutQuiz }],
    },
  },
} as const

export type VideoFilter = Pick<SelectionOf<typeof videoList.filters>, 'series' | 'access' | 'state' | 'quiz'>

export const isFiltering = ({ series, access, state, quiz }: VideoFilter): boolean =>
  [series, access, state, quiz].some(Boolean)

/** Returns the state by which the filter finds a video: what keeps students from seeing it, or that it is ready. */
function listStateOf({ state, publication }: Pick<AdminVideo, 'state' | 'publication'>): ListState {
  if (state !== 'ready') return state
  return publication === 'published' ? 'ready' : publication
}

export function matchesFilter(
  video: Pick<AdminVideo, 'access' | 'state' | 'publication' | 'poolCounts'> & { series: { _id: string } | null },
  { series, access, state, quiz }: VideoFilter,
): boolean {
  return (
    (!series || video.series?._id === series) &&
    (!access || video.access === access) &&
    // A draft that is still being processed matches both.
    (!state || listStateOf(video) === state || video.publication === state) &&
    (!quiz || video.poolCounts['5-10'] === 0 || video.poolCounts['11-20'] === 0)
  )
}

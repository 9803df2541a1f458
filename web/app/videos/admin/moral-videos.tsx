import { bulkAudience } from '@baobab/contract/bulk/endpoints.ts'
import { TITLE_MAX } from '@baobab/contract/kernel/limits.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { listSeries } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'
import { BulkRuns } from '../../bulk/admin/bulk-runs.tsx'
import { SavedViews } from '../../saved-views/admin/saved-views.tsx'
import { useIsAllowed } from '../../shell/if-allowed.tsx'
import { useAddressParams } from '../../shell/use-address-params.ts'
import { Button } from '../../ui/button.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { Empty } from '../../ui/empty.tsx'
import { sortByIds } from '../../ui/list-order.ts'
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { FilterSelect } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDebouncedValue } from '../../ui/use-debounced-value.ts'
import { AdminVideoList } from './admin-video-list.tsx'
import { text } from './text.ts'
import { useVideoOrder } from './use-video-order.ts'
import { VideoGridSkeleton } from './video-grid-skeleton.tsx'
import {
  filterParams,
  isFiltering,
  listStates,
  matchesFilter,
  parseListFilter,
  type FilterParam,
  type VideoListFilter,
} from './video-list-filter.ts'
import { bulkVideoChanges, VideoSelectionBar } from './video-selection.tsx'
import { AddVideoLink, NoVideosYet, WithVideos } from './with-videos.tsx'

const sorts = [
  { value: 'newest', label: text.newestFirst },
  { value: 'students', label: text.asStudentsSee },
] as const
const views = [
  { value: 'cards', label: text.cards },
  { value: 'table', label: text.table },
] as const
const accessOptions = [
  { value: 'free', label: text.free },
  { value: 'premium', label: text.premium },
]
const stateOptions = listStates.map((value) => ({ value, label: text[value] }))
const quizOptions = [{ value: 'none', label: text.withoutQuiz }]

/** The values that the address leaves out. */
const defaults = ['', 'newest', 'cards']

/** Lists all videos, to be searched, filtered, ordered, played, updated and deleted. All of it is in the address. */
export function MoralVideos() {
  const [params, setParams] = useAddressParams()
  const search = useDebouncedValue(params.get('search') ?? '')
  const filter = parseListFilter(params)
  const isInStudentsOrder = params.get('sort') === 'students'
  const view = params.get('view') === 'table' ? 'table' : 'cards'

  const change = (changes: Partial<Record<'search' | 'sort' | 'view' | FilterParam, string>>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes))
          if (defaults.includes(value)) after.delete(name)
          else after.set(name, value)
        return after
      },
      { replace: true, preventScrollReset: true },
    )

  return (
    <section className="stack stack-6" aria-label={text.moralVideos}>
      <div className="vtools">
        <TextField
          label={text.searchTitles}
          type="search"
          autoComplete="off"
          maxLength={TITLE_MAX}
          defaultValue={params.get('search') ?? ''}
          onChange={(event) => change({ search: event.target.value })}
        />
        <Segmented
          label={text.order}
          options={sorts}
          value={isInStudentsOrder ? 'students' : 'newest'}
          onChange={(sort) => change({ sort })}
        />
        <SavedViews list="videos" />
        <AddVideoLink />
      </div>
      <Filters filter={filter} onChange={change} />
      <WithVideos search={search} skeleton={<VideoGridSkeleton columns={3} />}>
        {(videos) => (
          <Found
            listed={videos}
            search={search}
            filter={filter}
            isInStudentsOrder={isInStudentsOrder}
            view={view}
            onView={(to) => change({ view: to })}
            onClear={() => change(Object.fromEntries(filterParams.map((name) => [name, ''])))}
          />
        )}
      </WithVideos>
    </section>
  )
}

type FiltersProps = {
  filter: VideoListFilter
  onChange: (changes: Partial<Record<FilterParam, string>>) => void
}

function Filters({ filter, onChange }: FiltersProps) {
  return (
    <div className="vfilters" role="group" aria-label={text.filters}>
      <SeriesFilter value={filter.series} onChange={(series) => onChange({ series })} />
      <FilterSelect
        label={text.access}
        placeholder={text.freeAndPremium}
        options={accessOptions}
        value={filter.access}
        onChange={(event) => onChange({ access: event.target.value })}
      />
      <FilterSelect
        label={text.state}
        placeholder={text.allStates}
        options={stateOptions}
        value={filter.state}
        onChange={(event) => onChange({ state: event.target.value })}
      />
      <FilterSelect
        label={text.quiz}
        placeholder={text.withAndWithoutQuiz}
        options={quizOptions}
        value={filter.isWithoutQuiz ? 'none' : ''}
        onChange={(event) => onChange({ quiz: event.target.value })}
      />
    </div>
  )
}

/** Chooses one series; hidden while there is none. */
function SeriesFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const series = useQuery(apiQuery(listSeries, {})).data?.series ?? []
  if (series.length === 0) return null
  return (
    <FilterSelect
      label={text.series}
      placeholder={text.allSeries}
      options={series.map(({ _id, title }) => ({ value: _id, label: title }))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

type FoundProps = {
  listed: AdminVideo[]
  search: string
  filter: VideoListFilter
  isInStudentsOrder: boolean
  view: 'cards' | 'table'
  onView: (view: 'cards' | 'table') => void
  onClear: () => void
}

function Found({ listed, search, filter, isInStudentsOrder, view, onView, onClear }: FoundProps) {
  const order = useVideoOrder()
  const videos = listed.filter((video) => matchesFilter(video, filter))
  const sorted = isInStudentsOrder ? sortByIds(videos, order.ids) : videos
  const selection = useSelection(
    sorted.map(({ _id }) => _id),
    JSON.stringify([search, filter]),
  )
  const canSelect = useIsAllowed(bulkAudience['videos.visibility'])
  if (videos.length === 0 && isFiltering(filter)) return <NoneMatches onClear={onClear} />
  if (videos.length === 0) return search === '' ? <NoVideosYet /> : <NothingFound search={search} />
  const note = videos.find((video) => video.note)?.note
  return (
    <>
      <BulkRuns list="videos" changes={bulkVideoChanges} />
      {note && <Note kind="warn">{note}</Note>}
      <div className="row between">
        <p className="muted" role="status">
          {summarize(videos)}
        </p>
        <Segmented label={text.view} options={views} value={view} onChange={onView} />
      </div>
      <AdminVideoList
        videos={sorted}
        columns={3}
        view={view}
        order={isInStudentsOrder ? order : undefined}
        selection={canSelect ? selection : undefined}
      />
      <VideoSelectionBar selection={selection} order={order} />
    </>
  )
}

/** No video that the search finds has all that the filters ask for. */
function NoneMatches({ onClear }: { onClear: () => void }) {
  return (
    <div role="status">
      <Empty title={text.noneMatches}>
        <Button kind="line" onClick={onClear}>
          {text.clearFilters}
        </Button>
      </Empty>
    </div>
  )
}

function NothingFound({ search }: { search: string }) {
  return (
    <div role="status">
      <Empty title={text.nothingFound(search)} help={text.nothingFoundHelp} />
    </div>
  )
}

function summarize(videos: readonly AdminVideo[]): string {
  const count = (matches: (video: AdminVideo) => boolean) => videos.filter(matches).length
  return text.summary({
    total: videos.length,
    premium: count(({ access }) => access === 'premium'),
    drafts: count(({ publication }) => publication === 'draft'),
    scheduled: count(({ publication }) => publication === 'scheduled'),
    preparing: count(({ state }) => state === 'processing'),
    failed: count(({ state }) => state === 'failed'),
  })
}

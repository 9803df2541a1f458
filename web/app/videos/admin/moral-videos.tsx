import { TITLE_MAX } from '@baobab/contract/limits.ts'
import { listAdminVideos, orderVideos, type AdminVideo } from '@baobab/contract/videos-admin.ts'
import { listSeries } from '@baobab/contract/series.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { adminPaths } from '../../admin-paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { findMoveTarget, moveButtonId, sortByIds, type MoveDirection } from '../../ui/list-order.ts'
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { VideoCardSkeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDebouncedValue } from '../../ui/use-debounced-value.ts'
import { AdminVideoList } from './admin-video-list.tsx'
import { text } from './text.ts'
import { AddVideoLink, NoVideosYet, WithVideos } from './with-videos.tsx'

const sorts = [
  { value: 'newest', label: text.newestFirst },
  { value: 'students', label: text.asStudentsSee },
] as const
type Sort = (typeof sorts)[number]['value']

/** Lists all videos, to be searched, sorted, played, updated and deleted. Search, series and sort are in the address. */
export function MoralVideos() {
  const [params, setParams] = useSearchParams()
  const search = useDebouncedValue(params.get('search') ?? '')
  const sort: Sort = params.get('sort') === 'students' ? 'students' : 'newest'

  const series = params.get('series') ?? ''

  const setParam = (name: 'search' | 'sort' | 'series', value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === '' || value === 'newest') after.delete(name)
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
          onChange={(event) => setParam('search', event.target.value)}
        />
        <SeriesFilter value={series} onChange={(value) => setParam('series', value)} />
        <Segmented label={text.order} options={sorts} value={sort} onChange={(value) => setParam('sort', value)} />
        <AddVideoLink />
      </div>
      <WithVideos search={search} skeleton={<VideoGridSkeleton columns={3} />}>
        {(videos) => <Found videos={videos} search={search} sort={sort} series={series} />}
      </WithVideos>
    </section>
  )
}

/** Chooses one series; hidden while there is none. */
function SeriesFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const series = useQuery(apiQuery(listSeries, {})).data?.series ?? []
  if (series.length === 0) return null
  return (
    <Select
      label={text.series}
      placeholder={text.allSeries}
      options={series.map(({ _id, title }) => ({ value: _id, label: title }))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

type FoundProps = {
  videos: AdminVideo[]
  search: string
  sort: Sort
  /** The id of a series, '' for all. */ series: string
}

function Found({ videos: listed, search, sort, series }: FoundProps) {
  const videos = series === '' ? listed : listed.filter((video) => video.series?._id === series)
  const isInStudentsOrder = sort === 'students'
  const { ids, move } = useVideoOrder(isInStudentsOrder)
  if (videos.length === 0 && series !== '') return <NoneInSeries />
  if (videos.length === 0) return search === '' ? <NoVideosYet /> : <NothingFound search={search} />
  const note = videos.find((video) => video.note)?.note
  // Videos that are not shown to students come first: they need attention.
  const sorted = isInStudentsOrder && ids ? sortByIds(videos, ids) : videos
  return (
    <>
      {note && <Note kind="warn">{note}</Note>}
      <p className="muted" role="status">
        {summarize(videos)}
      </p>
      <AdminVideoList
        videos={sorted}
        columns={3}
        order={isInStudentsOrder && ids ? { ids, onMove: (id, direction) => void move(id, direction) } : undefined}
      />
    </>
  )
}

/** The series has no video that the search finds, or it was deleted. */
function NoneInSeries() {
  return (
    <div role="status">
      <Empty title={text.noneInSeries}>
        <Link className={buttonClass({ kind: 'line' })} to={adminPaths.videos}>
          {text.seeAllVideos}
        </Link>
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

export function VideoGridSkeleton({ columns }: { columns: 2 | 3 }) {
  return (
    <div className={`grid g${columns}`}>
      {Array.from({ length: columns }, (_, index) => (
        <VideoCardSkeleton key={index} />
      ))}
    </div>
  )
}

function summarize(videos: readonly AdminVideo[]): string {
  const count = (matches: (video: AdminVideo) => boolean) => videos.filter(matches).length
  return text.summary({
    total: videos.length,
    premium: count(({ access }) => access === 'premium'),
    preparing: count(({ state }) => state === 'processing'),
    failed: count(({ state }) => state === 'failed'),
  })
}

/**
 * Loads the order in which students see videos, and returns it with functions to change it. Loads nothing until
 * `isEnabled`.
 */
function useVideoOrder(isEnabled: boolean) {
  const list = useQuery({ ...apiQuery(listVideos, {}), enabled: isEnabled })
  const send = useApiMutation(orderVideos, { changes: [listAdminVideos, listVideos] })
  const ids = list.data?.map(({ _id }) => _id)

  async function move(id: string, direction: MoveDirection) {
    const target = ids && findMoveTarget(ids, id, direction)
    if (!target || send.isPending) return
    try {
      const { message } = await send.mutateAsync({ body: { id, ...target } })
      toast(message)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
    }
    // The card has moved in the page, which in some browsers removes its focus.
    document.getElementById(moveButtonId(id, direction))?.focus()
  }

  return { ids, move }
}

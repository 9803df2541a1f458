import { bulkAudience } from '@baobab/contract/bulk/endpoints.ts'
import { TITLE_MAX } from '@baobab/contract/kernel/limits.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { listSeries } from '@baobab/contract/videos/endpoints.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'
import { BulkRuns } from '../../bulk/admin/bulk-runs.tsx'
import { ListFilter } from '../../lists/admin/list-filter.tsx'
import { ListQuery } from '../../lists/admin/admin-list.tsx'
import { useFilters } from '../../lists/admin/use-admin-list.ts'
import { SavedViews } from '../../saved-views/admin/saved-views.tsx'
import { useIsAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { Empty } from '../../ui/empty.tsx'
import { sortByIds } from '../../ui/list-order.ts'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDebouncedValue } from '../../ui/use-debounced-value.ts'
import { AdminVideoList } from './admin-video-list.tsx'
import { text } from './text.ts'
import { useAdminVideos } from './use-admin-videos.ts'
import { useVideoOrder } from './use-video-order.ts'
import { VideoGridSkeleton } from './video-grid-skeleton.tsx'
import { isFiltering, matchesFilter, videoList } from './video-list-filter.ts'
import { bulkVideoChanges, VideoSelectionBar } from './video-selection.tsx'
import { AddVideoLink, NoVideosYet } from './with-videos.tsx'

/** Lists all videos, to be searched, filtered, ordered, played, updated and deleted. All of it is in the address. */
export function MoralVideos() {
  const list = useFilters(videoList)
  const { selection, set } = list
  const search = useDebouncedValue(selection.search ?? '')
  const series = useQuery(apiQuery(listSeries, {})).data?.series ?? []
  return (
    <section className="stack stack-6" aria-label={text.moralVideos}>
      <div className="vtools">
        <TextField
          label={text.searchTitles}
          type="search"
          autoComplete="off"
          maxLength={TITLE_MAX}
          defaultValue={selection.search ?? ''}
          onChange={(event) => set({ search: event.target.value })}
        />
        <ListFilter of={list} name="sort" />
        <SavedViews list="videos" />
        <AddVideoLink />
      </div>
      <div className="vfilters" role="group" aria-label={text.filters}>
        {series.length > 0 && (
          <ListFilter
            of={list}
            name="series"
            options={series.map(({ _id, title }) => ({ value: _id, label: title }))}
          />
        )}
        <ListFilter of={list} name="access" />
        <ListFilter of={list} name="state" />
        <ListFilter of={list} name="quiz" />
      </div>
      <ListQuery
        query={useAdminVideos(search)}
        failed={videosText.videosFailed}
        loading={text.loadingVideos}
        skeleton={<VideoGridSkeleton columns={3} />}
      >
        {(videos) => <Found listed={videos} search={search} list={list} />}
      </ListQuery>
    </section>
  )
}

type FoundProps = {
  listed: AdminVideo[]
  search: string
  list: ReturnType<typeof useFilters<typeof videoList.filters>>
}

function Found({ listed, search, list }: FoundProps) {
  const { series, access, state, quiz, sort, view } = list.selection
  const order = useVideoOrder()
  const videos = listed.filter((video) => matchesFilter(video, list.selection))
  const isInStudentsOrder = sort === 'students'
  const sorted = isInStudentsOrder ? sortByIds(videos, order.ids) : videos
  const selection = useSelection(
    sorted.map(({ _id }) => _id),
    JSON.stringify([search, series, access, state, quiz]),
  )
  const canSelect = useIsAllowed(bulkAudience['videos.visibility'])
  if (videos.length === 0 && isFiltering(list.selection))
    return <NoneMatches onClear={() => list.set({ series: '', access: '', state: '', quiz: '' })} />
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
        <ListFilter of={list} name="view" />
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

import { bulkAudience } from '@baobab/contract/bulk/endpoints.ts'
import { type AdminVideo, listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { listSeries, listVideos } from '@baobab/contract/videos/endpoints.ts'
import { TITLE_MAX } from '@baobab/contract/videos/rules.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { apiQuery } from '../../api/query.ts'
import { BulkDialog } from '../../bulk/admin/bulk-actions.tsx'
import { BulkRuns } from '../../bulk/admin/bulk-runs.tsx'
import { ListQuery } from '../../lists/admin/admin-list.tsx'
import { ListFilter } from '../../lists/admin/list-filter.tsx'
import { useFilters } from '../../lists/admin/use-admin-list.ts'
import { SavedViews } from '../../saved-views/admin/saved-views.tsx'
import { useIsAllowed, IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectionBar, useSelection, type Selection } from '../../ui/data-table/selection.tsx'
import { useDebouncedValue } from '../../ui/debounce.ts'
import { Empty } from '../../ui/empty.tsx'
import { TextField } from '../../ui/fields.tsx'
import { formatCount } from '../../ui/format.ts'
import { sortByIds } from '../../ui/move-buttons.tsx'
import { Note } from '../../ui/note.tsx'
import { AdminVideoList } from './admin-video-list.tsx'
import { text } from './text.ts'
import { useAdminVideos } from './use-admin-videos.ts'
import { isFiltering, matchesFilter, videoList } from './video-list-filter.ts'
import { useVideoOrder, type VideoOrder } from './video-order.tsx'
import { VideoGridSkeleton, AddVideoLink, NoVideosYet } from './with-videos.tsx'

/** Lists all videos. Admins search, filter, order, play, update and delete them. The view is in the address. */
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

/** Shown if the search finds videos, but the filters match none of them. */
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

/** The queries that bulk actions change. */
const bulkVideoChanges = [listAdminVideos, listVideos]

const countVideos = (count: number) => formatCount(count, 'video')

type Order = ReturnType<ComponentProps<typeof BulkDialog>['order']>
type Action = keyof typeof text.many

/** What each action sends, besides the ids. */
const orders: Record<Action, (ids: string[]) => Order> = {
  premium: (ids) => ({ action: 'videos.visibility', options: { access: 'premium' }, targets: { ids } }),
  free: (ids) => ({ action: 'videos.visibility', options: { access: 'free' }, targets: { ids } }),
  publish: (ids) => ({ action: 'videos.visibility', options: { publish: 'now' }, targets: { ids } }),
  draft: (ids) => ({ action: 'videos.visibility', options: { publish: 'draft' }, targets: { ids } }),
  delete: (ids) => ({ action: 'videos.delete', options: {}, targets: { ids } }),
}
const visibilityActions = ['premium', 'free', 'publish', 'draft'] as const satisfies Action[]

type Props = {
  selection: Selection
  /** All videos in the order that students see. */
  order: VideoOrder
}

/** The actions for the selected videos. */
function VideoSelectionBar({ selection, order }: Props) {
  const [asked, setAsked] = useState<Action | 'move'>()
  // The page has all videos that the filters match, so there are no others to select.
  const ids = order.ids.filter((id) => selection.has(id))
  const count = countVideos(ids.length)
  const action = asked === 'move' ? undefined : asked
  const close = () => setAsked(undefined)
  return (
    <IfAllowed who={bulkAudience['videos.visibility']}>
      <SelectionBar selection={selection} countLabel={countVideos} allLabel={count} hasMore={false}>
        {visibilityActions.map((one) => (
          <Button key={one} kind="line" size="sm" onClick={() => setAsked(one)}>
            {text.many[one].label}
          </Button>
        ))}
        <Button kind="line" size="sm" onClick={() => setAsked('move')}>
          {text.moveSelected}
        </Button>
        <Button kind="quiet" size="sm" className="btn--bad" onClick={() => setAsked('delete')}>
          {text.many.delete.label}
        </Button>
      </SelectionBar>
      <BulkDialog
        isOpen={action !== undefined}
        title={action ? text.many[action].title(count) : ''}
        confirmLabel={action ? text.many[action].label : ''}
        isDangerous={action === 'delete'}
        changes={bulkVideoChanges}
        order={() => action && orders[action](ids)}
        onClose={close}
        onStarted={selection.clear}
      >
        <p>{action && text.many[action].effect}</p>
      </BulkDialog>
      <MoveDialog isOpen={asked === 'move'} ids={ids} order={order} onClose={close} onMoved={selection.clear} />
    </IfAllowed>
  )
}

type MoveProps = { isOpen: boolean; ids: string[]; order: VideoOrder; onClose: () => void; onMoved: () => void }

/** Asks for the new place of the first selected video. The other selected videos follow it in their present order. */
function MoveDialog({ isOpen, ids, order, onClose, onMoved }: MoveProps) {
  const [typed, setTyped] = useState('1')
  const others = order.ids.filter((id) => !ids.includes(id))
  const place = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : 0
  const options = { before: others[place - 1] ?? null }
  return (
    <BulkDialog
      isOpen={isOpen}
      title={text.moveTitle(countVideos(ids.length))}
      confirmLabel={text.move}
      changes={bulkVideoChanges}
      order={() => (place < 1 ? undefined : { action: 'videos.move', options, targets: { ids } })}
      onClose={onClose}
      onStarted={onMoved}
    >
      <TextField
        label={text.placeOfFirst}
        hint={text.placeOfFirstHint(order.ids.length)}
        error={place < 1 ? text.placeMissing : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </BulkDialog>
  )
}

import { TITLE_MAX } from '@baobab/contract/limits.ts'
import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { VideoCardSkeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AdminVideoList } from './admin-video-list.tsx'
import { useDebouncedValue } from '../../ui/use-debounced-value.ts'
import { useVideoOrder } from './use-video-order.ts'
import { sortByIds } from '../../ui/list-order.ts'
import { WithVideos } from './with-videos.tsx'

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'students', label: 'As students see' },
] as const
type Sort = (typeof sorts)[number]['value']

/** All videos with what may be done to them. Search and sort stand in the address. */
export function MoralVideos() {
  const [params, setParams] = useSearchParams()
  const search = useDebouncedValue(params.get('search') ?? '')
  const sort: Sort = params.get('sort') === 'students' ? 'students' : 'newest'

  const put = (name: 'search' | 'sort', value: string) =>
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
    <section className="stack stack-6" aria-label="Moral Videos">
      <div className="vtools">
        <TextField
          label="Search titles"
          type="search"
          autoComplete="off"
          maxLength={TITLE_MAX}
          defaultValue={params.get('search') ?? ''}
          onChange={(event) => put('search', event.target.value)}
        />
        <Segmented label="Order" options={sorts} value={sort} onChange={(value) => put('sort', value)} />
        <AddVideo />
      </div>
      <WithVideos search={search} skeleton={<VideoGridSkeleton columns={3} />}>
        {(videos) => <Found videos={videos} search={search} sort={sort} />}
      </WithVideos>
    </section>
  )
}

function Found({ videos, search, sort }: { videos: AdminVideo[]; search: string; sort: Sort }) {
  const isByStudents = sort === 'students'
  const { ids, move } = useVideoOrder(isByStudents)
  if (videos.length === 0) return search === '' ? <NoVideosYet /> : <NothingFound search={search} />
  const note = videos.find((video) => video.note)?.note
  const sorted = isByStudents && ids ? sortByIds(videos, ids) : videos
  return (
    <>
      {note && <Note kind="warn">{note}</Note>}
      <p className="muted" role="status">
        {summaryOf(videos)}
      </p>
      <AdminVideoList
        videos={sorted}
        columns={3}
        order={isByStudents && ids ? { ids, onMove: (id, to) => void move(id, to) } : undefined}
      />
    </>
  )
}

export function NoVideosYet() {
  return (
    <Empty title="There is no video here." help="The first one you add is seen by every student at once.">
      <AddVideo />
    </Empty>
  )
}

function NothingFound({ search }: { search: string }) {
  return (
    <div role="status">
      <Empty title={`No title has “${search}” in it.`} help="Try fewer letters, or another word." />
    </div>
  )
}

export function VideoGridSkeleton({ columns }: { columns: 2 | 3 }) {
  return (
    <div className={`grid g${columns}`}>
      {Array.from({ length: columns }, (_, at) => (
        <VideoCardSkeleton key={at} />
      ))}
    </div>
  )
}

function AddVideo() {
  return (
    <Link className={buttonClass()} to={paths.admin.videoUpload}>
      <Icon name="plus" />
      Add video
    </Link>
  )
}

function summaryOf(videos: readonly AdminVideo[]): string {
  const premium = videos.filter((video) => video.access === 'premium').length
  const preparing = videos.filter((video) => video.state === 'processing').length
  const failed = videos.filter((video) => video.state === 'failed').length
  return [
    formatCount(videos.length, 'video'),
    premium > 0 && `${premium.toLocaleString('en-NG')} premium`,
    preparing > 0 && `${preparing.toLocaleString('en-NG')} in preparation`,
    failed > 0 && `${failed.toLocaleString('en-NG')} failed`,
  ]
    .filter(Boolean)
    .join(' · ')
}

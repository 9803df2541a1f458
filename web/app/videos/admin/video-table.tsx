import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { orderVideos, updateVideo, type AdminVideo } from '@baobab/contract/videos/admin.ts'
import { createContext, useContext, useMemo } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { IconButton } from '../../ui/button.tsx'
import type { DataColumn } from '../../ui/data-table/columns.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Selection } from '../../ui/data-table/selection.tsx'
import { formatDate, formatDuration, formatMegabytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Thumb } from '../../ui/video-card.tsx'
import { text } from './text.ts'
import { useListAddress } from './use-list-address.ts'
import { StateChips } from './video-chips.tsx'
import { DragHandle, PlaceForm, type VideoOrder } from './video-order.tsx'
import { motifFor } from './video-preview.tsx'

type Props = {
  videos: readonly AdminVideo[]
  order: VideoOrder | undefined
  selection: Selection | undefined
  onDelete: (video: AdminVideo) => void
}

/** In a context, because columns that change with each move would rebuild the whole table and lose the focus. */
const Order = createContext<VideoOrder | undefined>(undefined)

const NO_ORDER: Pick<VideoOrder, 'ids' | 'onPlace'> = { ids: [], onPlace: () => undefined }

/** Videos as compact rows. With `order`, each can be moved. */
export function VideoTable({ videos, order, selection, onDelete }: Props) {
  const list = useListAddress()
  const isOrdered = order !== undefined
  const columns = useMemo<readonly DataColumn<AdminVideo>[]>(
    () => [...(isOrdered ? [placeColumn] : []), ...createColumns(list, onDelete)],
    [isOrdered, list, onDelete],
  )
  return (
    <Order value={order}>
      <DataTable
        caption={text.moralVideos}
        columns={columns}
        rows={videos}
        rowKey={({ _id }) => _id}
        selection={selection}
        rowLabel={({ title }) => title}
      />
    </Order>
  )
}

const placeColumn: DataColumn<AdminVideo> = {
  id: 'place',
  title: text.place,
  kind: 'detail',
  cell: (video) => <Place video={video} />,
}

function Place({ video }: { video: AdminVideo }) {
  const { ids, onPlace } = useContext(Order) ?? NO_ORDER
  const place = ids.indexOf(video._id) + 1
  return (
    <IfAllowed who={orderVideos.who} otherwise={place}>
      <span className="vplace">
        <DragHandle id={video._id} />
        <PlaceForm item={video} place={place} count={ids.length} onPlace={(to) => onPlace(video._id, to)} />
      </span>
    </IfAllowed>
  )
}

function createColumns(list: object, onDelete: Props['onDelete']): DataColumn<AdminVideo>[] {
  return [
    {
      id: 'title',
      title: text.video,
      kind: 'who',
      cell: (video) => (
        <span className="vtitle">
          <Thumb posterUrl={video.posterUrl} motif={motifFor(video._id)} shownIn="row" />
          <span>
            <Link to={adminPaths.videoUpdate(video._id)} state={list}>
              {video.title}
            </Link>
            <span className="tiny muted num">{describeFile(video)}</span>
          </span>
        </span>
      ),
    },
    { id: 'state', title: text.state, cell: (video) => <StateChips video={video} /> },
    {
      id: 'questions',
      title: text.quiz,
      kind: 'detail',
      cell: ({ poolCounts }) => (
        <span className="vquiz num">
          {ageCategories.map((category) => (
            <span key={category}>
              {text.questionCount(category, poolCounts[category] === 0 ? text.noQuiz : String(poolCounts[category]))}
            </span>
          ))}
        </span>
      ),
    },
    {
      id: 'actions',
      title: text.actions,
      kind: 'act',
      cell: (video) => <RowActions video={video} list={list} onDelete={onDelete} />,
    },
  ]
}

/** Describes a video: '3:40 · 61 MB · 2 Mar 2026'. */
function describeFile({ durationSeconds, sizeBytes, createdAt }: AdminVideo): string {
  const length = durationSeconds === null ? [] : [formatDuration(durationSeconds)]
  return [...length, formatMegabytes(sizeBytes), formatDate(new Date(createdAt))].join(' · ')
}

function RowActions({ video, list, onDelete }: { video: AdminVideo; list: object; onDelete: Props['onDelete'] }) {
  const { _id, title } = video
  return (
    <span className="row nowrap acts">
      <Link className="icon-btn" to={adminPaths.trivia(_id)} aria-label={text.showTriviaLabel(title)}>
        <Icon name="question" />
      </Link>
      <IfAllowed who={updateVideo.who}>
        <Link className="icon-btn" to={adminPaths.videoUpdate(_id)} state={list} aria-label={text.updateLabel(title)}>
          <Icon name="pencil-simple" />
        </Link>
        <IconButton icon="trash" danger label={text.deleteLabel(title)} onClick={() => onDelete(video)} />
      </IfAllowed>
    </span>
  )
}

import { orderVideos, updateVideo, type AdminVideo } from '@baobab/contract/videos/admin.ts'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { SelectRow, type Selection } from '../../ui/data-table/selection.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { CostTag, Thumb } from '../../ui/video-card.tsx'
import { DeleteVideoDialog } from './delete-video-dialog.tsx'
import { ProcessingStatus } from './processing-status.tsx'
import { text } from './text.ts'
import { useListAddress } from './use-list-address.ts'
import { VideoChips } from './video-chips.tsx'
import { DragHandle, DragOrder, PlaceForm, type VideoOrder } from './video-order.tsx'
import { motifFor, hasSource, VideoPreview } from './video-preview.tsx'
import { VideoTable } from './video-table.tsx'

type Props = {
  videos: readonly AdminVideo[]
  columns: 2 | 3
  view?: 'cards' | 'table'
  /** Set if the videos are shown in their order and can be moved. */
  order?: VideoOrder | undefined
  /** Set if videos can be selected. */
  selection?: Selection | undefined
}

/** Shows videos as cards or as rows of a table, with the dialogs that play or delete one. */
export function AdminVideoList({ videos, columns, view = 'cards', order, selection }: Props) {
  const [playing, setPlaying] = useState<AdminVideo>()
  const [deleting, setDeleting] = useState<AdminVideo>()
  const isTable = view === 'table'
  const list = isTable ? (
    <div className="card card--flush">
      <VideoTable videos={videos} order={order} selection={selection} onDelete={setDeleting} />
    </div>
  ) : (
    <ul className={`grid g${columns} vgrid`}>
      {videos.map((video) => (
        <li key={video._id}>
          <VideoCard
            video={video}
            selection={selection}
            onPlay={() => setPlaying(video)}
            onDelete={() => setDeleting(video)}
          >
            {order && (
              <IfAllowed who={orderVideos.who}>
                <CardMoves video={video} order={order} />
              </IfAllowed>
            )}
          </VideoCard>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {order ? (
        <DragOrder isGrid={!isTable} onDrop={order.onDrop}>
          {list}
        </DragOrder>
      ) : (
        list
      )}
      <VideoPreview video={playing} onClose={() => setPlaying(undefined)} />
      <DeleteVideoDialog video={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}

/** The ways to move a video: a step, to the top, to a place, or by the mouse. */
function CardMoves({ video, order: { ids, onMove, onPlace } }: { video: AdminVideo; order: VideoOrder }) {
  const place = ids.indexOf(video._id) + 1
  return (
    <>
      <MoveButtons
        item={video}
        position={place}
        count={ids.length}
        onMove={(direction) => onMove(video._id, direction)}
      />
      <span className="vplace">
        <DragHandle id={video._id} />
        <PlaceForm item={video} place={place} count={ids.length} onPlace={(to) => onPlace(video._id, to)} />
      </span>
    </>
  )
}

type CardProps = {
  video: AdminVideo
  selection: Selection | undefined
  onPlay: () => void
  onDelete: () => void
  children?: ReactNode
}

function VideoCard({ video, selection, onPlay, onDelete, children }: CardProps) {
  const { _id, title, description, posterUrl, durationSeconds, sizeBytes } = video
  const list = useListAddress()
  return (
    <article className="card vcard">
      <Thumb posterUrl={posterUrl} motif={motifFor(_id)}>
        <CostTag durationSeconds={durationSeconds} sizeBytes={sizeBytes} />
        {hasSource(video) && (
          <button type="button" className="play play--btn" aria-label={text.playLabel(title)} onClick={onPlay}>
            <Icon name="play" size="lg" />
          </button>
        )}
      </Thumb>
      <div className="vcard__b">
        <div className="row nowrap between start">
          <h2 className="vcard__t">{title}</h2>
          {selection && <SelectRow selection={selection} id={_id} label={text.select(title)} />}
        </div>
        <p className="clamp">{description || text.noDescription}</p>
        <VideoChips video={video} />
        <ProcessingStatus video={video} />
        {children}
        <div className="vcard__f">
          <Link
            className={buttonClass({ kind: 'line', size: 'sm' })}
            to={adminPaths.trivia(_id)}
            aria-label={text.showTriviaLabel(title)}
          >
            {text.showTrivia}
          </Link>
          <IfAllowed who={updateVideo.who}>
            <span className="row nowrap acts">
              <Link
                className="icon-btn"
                to={adminPaths.videoUpdate(_id)}
                state={list}
                aria-label={text.updateLabel(title)}
              >
                <Icon name="pencil-simple" />
              </Link>
              <IconButton icon="trash" danger label={text.deleteLabel(title)} onClick={onDelete} />
            </span>
          </IfAllowed>
        </div>
      </div>
    </article>
  )
}

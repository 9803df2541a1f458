import { orderVideos, updateVideo, type AdminVideo } from '@baobab/contract/videos-admin.ts'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { MoveDirection } from '../../ui/list-order.ts'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { CostTag, Thumb } from '../../ui/thumb.tsx'
import { DeleteVideoDialog } from './delete-video-dialog.tsx'
import { motifFor } from './motif-for.ts'
import { ProcessingStatus } from './processing-status.tsx'
import { text } from './text.ts'
import { VideoChips } from './video-chips.tsx'
import { hasSource, VideoPreview } from './video-preview.tsx'

type Order = { ids: readonly string[]; onMove: (id: string, direction: MoveDirection) => void }
type Props = { videos: readonly AdminVideo[]; columns: 2 | 3; order?: Order | undefined }

/** Shows cards of videos, with the dialogs that play or delete one. */
export function AdminVideoList({ videos, columns, order }: Props) {
  const [playing, setPlaying] = useState<AdminVideo>()
  const [deleting, setDeleting] = useState<AdminVideo>()
  return (
    <>
      <ul className={`grid g${columns} vgrid`}>
        {videos.map((video) => (
          <li key={video._id}>
            <VideoCard video={video} onPlay={() => setPlaying(video)} onDelete={() => setDeleting(video)}>
              {order?.ids.includes(video._id) && (
                <IfAllowed who={orderVideos.who}>
                  <MoveButtons
                    item={video}
                    position={order.ids.indexOf(video._id) + 1}
                    count={order.ids.length}
                    onMove={(direction) => order.onMove(video._id, direction)}
                  />
                </IfAllowed>
              )}
            </VideoCard>
          </li>
        ))}
      </ul>
      <VideoPreview video={playing} onClose={() => setPlaying(undefined)} />
      <DeleteVideoDialog video={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}

type CardProps = { video: AdminVideo; onPlay: () => void; onDelete: () => void; children?: ReactNode }

function VideoCard({ video, onPlay, onDelete, children }: CardProps) {
  const { _id, title, description, posterUrl, durationSeconds, sizeBytes } = video
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
        <h2 className="vcard__t">{title}</h2>
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
              <Link className="icon-btn" to={adminPaths.videoUpdate(_id)} aria-label={text.updateLabel(title)}>
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

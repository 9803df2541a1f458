import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CostTag, Thumb } from '../../ui/thumb.tsx'
import { motifFor } from './motif-for.ts'
import { VideoChips } from './video-chips.tsx'
import { hasSource } from './video-preview.tsx'
import { ProcessingStatus } from './processing-status.tsx'

type Props = { video: AdminVideo; onPlay: () => void; onDelete: () => void; children?: ReactNode }

export function AdminVideoCard({ video, onPlay, onDelete, children }: Props) {
  const { _id, title, description } = video
  return (
    <article className="card vcard">
      <Cover video={video} onPlay={onPlay} />
      <div className="vcard__b">
        <h2 className="vcard__t">{title}</h2>
        <p className="clamp">{description || 'No description.'}</p>
        <VideoChips video={video} />
        <ProcessingStatus video={video} />
        {children}
        <div className="vcard__f">
          <Link
            className={buttonClass({ kind: 'line', size: 'sm' })}
            to={paths.admin.trivia(_id)}
            aria-label={`Show Trivia: ${title}`}
          >
            Show Trivia
          </Link>
          <span className="row nowrap acts">
            <Link className="icon-btn" to={paths.admin.videoUpdate(_id)} aria-label={`Update ${title}`}>
              <Icon name="pencil-simple" />
            </Link>
            <IconButton icon="trash" danger label={`Delete ${title}`} onClick={onDelete} />
          </span>
        </div>
      </div>
    </article>
  )
}

/** The cover plays the video where there is one to play. */
function Cover({ video, onPlay }: Pick<Props, 'video' | 'onPlay'>) {
  const { _id, title, posterUrl, durationSeconds, sizeBytes } = video
  return (
    <Thumb posterUrl={posterUrl} motif={motifFor(_id)}>
      <CostTag durationSeconds={durationSeconds} sizeBytes={sizeBytes} />
      {hasSource(video) && (
        <button type="button" className="play play--btn" aria-label={`Play ${title}`} onClick={onPlay}>
          <Icon name="play" size="lg" />
        </button>
      )}
    </Thumb>
  )
}

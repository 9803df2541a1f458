import type { AdminVideo } from '@baobab/contract/videos.ts'
import { Link } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { counted } from '../ui/format.ts'
import { motifAt } from '../ui/motif.tsx'
import { VideoRow } from '../ui/video-card.tsx'
import { questionTotal } from './use-console-videos.ts'

type Props = {
  title: string
  /** By what the videos are ordered, for all to read. */
  order: string
  videos: readonly AdminVideo[]
  linkOf: (video: AdminVideo) => string
  all: { to: string; label: string }
  none: string
}

export function PopularCard({ title, order, videos, linkOf, all, none }: Props) {
  return (
    <Card className="stack" aria-label={title}>
      <div className="row between nowrap start popular__h">
        <div>
          <h2 className="card__h">{title}</h2>
          <p className="muted small">{order}</p>
        </div>
        <Link className={buttonClass({ kind: 'quiet', size: 'sm' })} to={all.to}>
          {all.label}
        </Link>
      </div>
      {videos.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul className="stack">
          {videos.map((video, at) => (
            <li key={video._id}>
              <Link className="vrow" to={linkOf(video)}>
                <VideoRow
                  posterUrl={video.posterUrl}
                  motif={motifAt(at)}
                  title={video.title}
                  detail={counted(questionTotal(video), 'question')}
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

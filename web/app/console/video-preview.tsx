import type { AdminVideo } from '@baobab/contract/videos.ts'
import { useId } from 'react'
import { Button } from '../ui/button.tsx'
import { useModal } from '../ui/use-modal.ts'
import { Player } from '../videos/player.tsx'
import { motifOf } from './motif-of.ts'

/** Plays a video over the page, for a look. Nothing is kept of it. */
export function VideoPreview({ video, onClose }: { video: AdminVideo | undefined; onClose: () => void }) {
  const { dialog, first } = useModal(video !== undefined)
  const titleId = useId()
  return (
    <dialog
      ref={dialog}
      className="dialog dialog--film"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="stack">
        <h2 id={titleId}>{video?.title}</h2>
        {video && <Film video={video} />}
        <div className="row">
          <Button kind="line" ref={first} onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </dialog>
  )
}

/** As a student sees it: the same player. */
export function Film({ video }: { video: AdminVideo }) {
  return <Player key={video._id} video={video} motif={motifOf(video._id)} />
}

export function isPlayable({ videoUrl, streamUrl }: AdminVideo): boolean {
  return videoUrl !== undefined || streamUrl !== undefined
}

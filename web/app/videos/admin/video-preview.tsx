import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { motifAt, type MotifName } from '../../ui/motif.tsx'
import { useModal } from '../../ui/use-modal.ts'
import { Player } from '../player/player.tsx'
import { text } from './text.ts'

/** Plays a video in a dialog. No position is saved. */
export function VideoPreview({ video, onClose }: { video: AdminVideo | undefined; onClose: () => void }) {
  const { dialog, first } = useModal(video !== undefined)
  const titleId = useId()
  return (
    <dialog
      ref={dialog}
      className="dialog dialog--video"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="stack">
        <h2 id={titleId}>{video?.title}</h2>
        {video && <AdminPlayer video={video} />}
        <div className="row">
          <Button kind="line" ref={first} onClick={onClose}>
            {text.close}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

/** The player that students see. */
export function AdminPlayer({ video }: { video: AdminVideo }) {
  return <Player key={video._id} video={video} motif={motifFor(video._id)} />
}

export function hasSource({ videoUrl, streamUrl }: AdminVideo): boolean {
  return videoUrl !== undefined || streamUrl !== undefined
}

/** Returns the motif of a video without a poster: always the same one for the same video. */
export function motifFor(videoId: string): MotifName {
  return motifAt(Number.parseInt(videoId.slice(0, 4), 16) || 0)
}

import type { AdminVideo } from '@baobab/contract/videos.ts'
import { useId } from 'react'
import { Button } from '../ui/button.tsx'
import { useModal } from '../ui/use-modal.ts'

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

/** The browser's own player, with captions where there are some. */
export function Film({ video: { title, videoUrl, posterUrl, captionsUrl } }: { video: AdminVideo }) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- an uploaded film may have none
    <video
      className="film"
      src={videoUrl}
      poster={posterUrl ?? undefined}
      controls
      playsInline
      preload="none"
      width={320}
      height={240}
      aria-label={title}
    >
      {captionsUrl && <track default kind="captions" srcLang="en" label="English" src={captionsUrl} />}
    </video>
  )
}

import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import { useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { formatDuration } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { ChooseFileButton } from '../../ui/choose-file-button.tsx'
import { motifFor } from './motif-for.ts'
import { usePoster } from './use-poster.ts'

/** The cover that students see: as it is, a frame of the film, or a picture. */
export function PosterForm({ video }: { video: AdminVideo }) {
  const { takePicture, takeFrame, isSending, error } = usePoster(video)
  const [isPicking, setPicking] = useState(false)
  const errorId = useId()
  // Where a browser cannot play the film as it came, its stream shows the same moments.
  const src = video.videoUrl ?? video.renditions.findLast(({ height }) => height !== null)?.fileUrl
  return (
    <section className="card stack" aria-labelledby="poster">
      <h2 className="card__h" id="poster">
        Poster
      </h2>
      {isPicking && src !== undefined ? (
        <FramePicker src={src} video={video} isSending={isSending} onFrame={(film) => void takeFrame(film)} />
      ) : (
        <div className="poster">
          <Thumb posterUrl={video.posterUrl} motif={motifFor(video._id)} />
        </div>
      )}
      <div role="alert">
        <FieldError id={errorId}>{error}</FieldError>
      </div>
      <div className="row">
        {src !== undefined && (
          <Button kind="line" size="sm" onClick={() => setPicking(!isPicking)}>
            <Icon name={isPicking ? 'x' : 'film-strip'} size="sm" />
            {isPicking ? 'Back to the poster' : 'Pick a frame'}
          </Button>
        )}
        <ChooseFileButton
          label="Picture for the poster"
          accept="image/jpeg,image/png,image/webp"
          busyLabel={isSending && !isPicking && 'Uploading...'}
          describedBy={error ? errorId : undefined}
          onFile={(file) => {
            setPicking(false)
            void takePicture(file)
          }}
        >
          Upload a picture
        </ChooseFileButton>
      </div>
    </section>
  )
}

type PickerProps = {
  src: string
  video: AdminVideo
  isSending: boolean
  onFrame: (film: HTMLVideoElement) => void
}

/** A slider over the film; the picture above follows it. */
function FramePicker({ src, video: { durationSeconds }, isSending, onFrame }: PickerProps) {
  const film = useRef<HTMLVideoElement>(null)
  const [length, setLength] = useState(durationSeconds ?? 0)
  const [at, setAt] = useState(0)
  const id = useId()

  function seek(seconds: number) {
    setAt(seconds)
    if (film.current) film.current.currentTime = seconds
  }

  return (
    <div className="stack stack-3">
      <video
        ref={film}
        className="film"
        src={src}
        // Of another origin (an object store) its pixels may be read only so.
        crossOrigin="anonymous"
        muted
        playsInline
        preload="auto"
        width={320}
        height={180}
        aria-label="The frame at the slider"
        onLoadedMetadata={({ currentTarget: { duration } }) => Number.isFinite(duration) && setLength(duration)}
      />
      <div className="field">
        <label htmlFor={id}>Frame</label>
        <input
          id={id}
          className="range"
          type="range"
          min={0}
          max={Math.max(0, length - 0.1)}
          step={0.1}
          value={at}
          aria-valuetext={`${formatDuration(at)} of ${formatDuration(length)}`}
          onChange={(event) => seek(event.target.valueAsNumber)}
        />
        <p className="hint num">
          {formatDuration(at)} of {formatDuration(length)}
        </p>
      </div>
      <Button block busyLabel={isSending && 'Submitting...'} onClick={() => film.current && onFrame(film.current)}>
        Use this frame
      </Button>
    </div>
  )
}

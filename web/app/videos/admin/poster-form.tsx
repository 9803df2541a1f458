import { commonText } from '@baobab/contract/kernel/text.ts'
import { PICTURE_ACCEPT } from '@baobab/contract/kernel/files.ts'
import { profileText } from '@baobab/contract/profile/text.ts'
import { listAdminVideos, setPoster, type AdminVideo } from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { POSTER_BYTES } from '@baobab/contract/videos/rules.ts'
import { videosAdminText } from '@baobab/contract/videos/text.ts'
import { useId, useRef, useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/fields.tsx'
import { ChooseFileButton } from '../../ui/file-field.tsx'
import { formatDuration } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { Thumb } from '../../ui/video-card.tsx'
import { text } from './text.ts'
import { motifFor } from './video-preview.tsx'

/** Shows the cover that students see, and two ways to replace it: a frame of the video, or a picture. */
export function PosterForm({ video }: { video: AdminVideo }) {
  const { sendPicture, sendFrame, isSending, error } = usePoster(video)
  const [isPicking, setPicking] = useState(false)
  const errorId = useId()
  // A video that browsers cannot play as uploaded has no `videoUrl`; its stream has the same frames.
  const src = video.videoUrl ?? video.renditions.findLast(({ height }) => height !== null)?.fileUrl
  return (
    <section className="card stack" aria-labelledby="poster">
      <h2 className="card__h" id="poster">
        {text.poster}
      </h2>
      {isPicking && src !== undefined ? (
        <FramePicker src={src} video={video} isSending={isSending} onPick={(element) => void sendFrame(element)} />
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
            {isPicking ? text.backToPoster : text.pickFrame}
          </Button>
        )}
        <ChooseFileButton
          label={text.pictureForPoster}
          accept={PICTURE_ACCEPT}
          busyLabel={isSending && !isPicking && text.uploading}
          describedBy={error ? errorId : undefined}
          onFile={(file) => {
            setPicking(false)
            void sendPicture(file)
          }}
        >
          {text.uploadPicture}
        </ChooseFileButton>
      </div>
    </section>
  )
}

type PickerProps = {
  src: string
  video: AdminVideo
  isSending: boolean
  onPick: (element: HTMLVideoElement) => void
}

/** Shows the video with a slider that seeks to the frame to use. */
function FramePicker({ src, video: { durationSeconds }, isSending, onPick }: PickerProps) {
  const element = useRef<HTMLVideoElement>(null)
  const [length, setLength] = useState(durationSeconds ?? 0)
  const [position, setPosition] = useState(0)
  const id = useId()
  const positionText = text.framePosition(formatDuration(position), formatDuration(length))

  function seek(seconds: number) {
    setPosition(seconds)
    if (element.current) element.current.currentTime = seconds
  }

  return (
    <div className="stack stack-3">
      <video
        ref={element}
        className="video-frame"
        src={src}
        // Needed to read the pixels of a video from another origin, such as an object store.
        crossOrigin="anonymous"
        muted
        playsInline
        preload="auto"
        width={320}
        height={180}
        aria-label={text.frameAtSlider}
        onLoadedMetadata={({ currentTarget: { duration } }) => Number.isFinite(duration) && setLength(duration)}
      />
      <div className="field">
        <label htmlFor={id}>{text.frame}</label>
        <input
          id={id}
          className="range"
          type="range"
          min={0}
          max={Math.max(0, length - 0.1)}
          step={0.1}
          value={position}
          aria-valuetext={positionText}
          onChange={(event) => seek(event.target.valueAsNumber)}
        />
        <p className="hint num">{positionText}</p>
      </div>
      <Button block busyLabel={isSending && text.submitting} onClick={() => element.current && onPick(element.current)}>
        {text.useFrame}
      </Button>
    </div>
  )
}

function usePoster(video: AdminVideo) {
  const send = useApiMutation(setPoster, { changes: [listAdminVideos, listVideos] })
  const [problem, setProblem] = useState<string>()

  async function store(body: FormData | { atSeconds: number }) {
    setProblem(undefined)
    const reply = await send.mutateAsync({ params: { id: video._id }, body }).catch(() => undefined)
    if (reply) toast(reply.message)
  }

  async function sendPicture(picture: Blob) {
    if (picture.size === 0) return setProblem(profileText.pictureMissing)
    if (picture.size > POSTER_BYTES) return setProblem(commonText.tooLarge)
    const form = new FormData()
    form.set('poster', picture, 'poster')
    await store(form)
  }

  /** The server extracts the frame. If it has no ffmpeg (the video then has a note), the browser does. */
  async function sendFrame(element: HTMLVideoElement) {
    const picture = video.note === null ? undefined : await capturePicture(element)
    await (picture ? sendPicture(picture) : store({ atSeconds: element.currentTime }))
  }

  const error = problem ?? (send.error ? errorMessage(send.error, videosAdminText.videoUpdateFailed) : undefined)
  return { sendPicture, sendFrame, isSending: send.isPending, error }
}

/** Returns undefined if the browser may not read the pixels, as with a video from another origin. */
async function capturePicture(element: HTMLVideoElement): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = element.videoWidth
  canvas.height = element.videoHeight
  try {
    canvas.getContext('2d')?.drawImage(element, 0, 0)
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    return picture ?? undefined
  } catch {
    return undefined
  }
}

import { Button } from '../../ui/button.tsx'
import { VideoDetailsForm } from './video-details-form.tsx'
import type { QueuedUpload } from './uploads/queue.ts'
import type { SavedVideo } from './use-video-details-form.ts'

const labels = {
  file: 'Video file',
  fileHint: 'mp4, mov, webm or mkv, at most 500 MB each. A broken upload goes on where it was.',
  send: 'Upload',
  busy: 'Uploading...',
}

type Props = {
  films: readonly QueuedUpload[]
  otherwise: string
  onFiles: (key: number, files: File[]) => void
  onRemove: (key: number) => void
  onDone: (key: number, reply: SavedVideo) => void
}

/** One form for each film that is to go up, and one button for them all where there are several. */
export function UploadForms({ films, otherwise, onFiles, onRemove, onDone }: Props) {
  const isMany = films.length > 1
  return (
    <>
      {isMany && (
        <Button kind="accent" block onClick={sendAll}>
          Upload all {films.length}
        </Button>
      )}
      {films.map(({ key, file }, at) => (
        <VideoDetailsForm
          key={key}
          heading={isMany ? `Upload Video ${at + 1} of ${films.length}` : 'Upload Video'}
          labels={labels}
          otherwise={otherwise}
          file={file}
          isOneOfMany={isMany}
          onFiles={(files) => onFiles(key, files)}
          onRemove={isMany || file ? () => onRemove(key) : undefined}
          onDone={(reply) => onDone(key, reply)}
        />
      ))}
    </>
  )
}

/** Each form says itself what it lacks. */
function sendAll() {
  for (const form of document.querySelectorAll<HTMLFormElement>('.upload__form form')) form.requestSubmit()
}

import { text } from '@baobab/contract/text.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminVideo } from '@baobab/contract/videos.ts'
import { paths } from '../paths.ts'
import { titled } from '../shell/meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast.tsx'
import { AdminVideoList } from './admin-video-list.tsx'
import { ContentFrame } from './content-frame.tsx'
import { FilmForm } from './film-form.tsx'
import { VideoGridSkeleton } from './moral-videos.tsx'
import { WithVideos } from './with-videos.tsx'

export const meta = () => titled('Upload Video')

const labels = {
  file: 'Video file',
  fileHint: 'mp4, mov, webm or mkv, at most 500 MB. H.264 picture with AAC sound plays on every phone.',
  send: 'Upload',
  busy: 'Uploading...',
}

/** The form beside the videos that are there; a new one is seen among them at once. */
export default function VideoUpload() {
  const [added, setAdded] = useState<AdminVideo>()

  function done({ message, video }: { message: string; video: AdminVideo }) {
    toast(message)
    setAdded(video)
  }

  return (
    <ContentFrame tab="videos">
      <div className="grid split split--r split--top">
        <WithVideos skeleton={<VideoGridSkeleton columns={2} />}>{(videos) => <Present videos={videos} />}</WithVideos>
        <div className="stack stack-6 upload__form">
          <FilmForm heading="Upload Video" labels={labels} otherwise={text.videoUploadFailed} onDone={done} />
          <div role="status">{added && <Added video={added} />}</div>
        </div>
      </div>
    </ContentFrame>
  )
}

function Present({ videos }: { videos: AdminVideo[] }) {
  return (
    <section className="stack" aria-labelledby="present">
      <h2 className="card__h" id="present">
        Videos
      </h2>
      {videos.length > 0 ? (
        <AdminVideoList videos={videos} columns={2} />
      ) : (
        <p className="muted">There is no video here. This one is the first.</p>
      )}
    </section>
  )
}

function Added({ video: { _id, title, state, failure } }: { video: AdminVideo }) {
  return (
    <Note kind={state === 'failed' ? 'warn' : 'ok'}>
      <div className="stack stack-2">
        <p>
          <b>{title}</b> is stored. {state === 'failed' ? failure : 'A quiz makes it complete.'}
        </p>
        <p>
          <Link
            className={buttonClass({ kind: 'line', size: 'sm' })}
            to={state === 'failed' ? paths.admin.videoUpdate(_id) : paths.admin.triviaFormFor(_id, '11-20')}
          >
            {state === 'failed' ? 'Replace the file' : 'Add New Trivia'}
          </Link>
        </p>
      </div>
    </Note>
  )
}

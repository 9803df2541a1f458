import { videosText } from '@baobab/contract/videos-text.ts'
import { useReducer, useState } from 'react'
import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { toast } from '../../ui/toast.tsx'
import { AddedVideos } from './added-videos.tsx'
import { AdminVideoList } from './admin-video-list.tsx'
import { ContentFrame } from './content-frame.tsx'
import { LeaveUploadDialog } from './uploads/leave-upload-dialog.tsx'
import { VideoGridSkeleton } from './moral-videos.tsx'
import { UploadForms } from './upload-forms.tsx'
import { emptyQueue, reduceQueue } from './uploads/queue.ts'
import { UnfinishedList } from './uploads/unfinished-list.tsx'
import { WithVideos } from './with-videos.tsx'

export const meta = () => pageMeta('Upload Video')

/** The form beside the videos that are there; a new one is seen among them at once. Each chosen file gets a form. */
export default function VideoUpload() {
  const [films, change] = useReducer(reduceQueue, emptyQueue)
  const [added, setAdded] = useState<readonly AdminVideo[]>([])

  function done(key: number, { message, video }: { message: string; video: AdminVideo }) {
    toast(message)
    setAdded((before) => [video, ...before])
    change({ kind: 'gone', key })
  }

  return (
    <ContentFrame tab="videos">
      <div className="grid split split--r split--top">
        <WithVideos skeleton={<VideoGridSkeleton columns={2} />}>{(videos) => <Present videos={videos} />}</WithVideos>
        <div className="stack stack-6 upload__form">
          <UnfinishedList
            videoId={null}
            present={films.map(({ file }) => file)}
            onFile={(file) => change({ kind: 'added', files: [file] })}
          />
          <UploadForms
            films={films}
            otherwise={videosText.videoUploadFailed}
            onFiles={(key, files) => change({ kind: 'chosen', key, files })}
            onRemove={(key) => change({ kind: 'gone', key })}
            onDone={done}
          />
          <AddedVideos stored={added} />
        </div>
      </div>
      <LeaveUploadDialog />
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

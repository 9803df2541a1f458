import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { videosAdminText } from '@baobab/contract/videos/text.ts'
import { useEffect, useReducer, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { AdminVideoList } from './admin-video-list.tsx'
import { ContentFrame } from './content-frame.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { text } from './text.ts'
import { UnfinishedList } from './uploads/unfinished-list.tsx'
import { emptyQueue, reduceQueue } from './uploads/upload-queue.ts'
import { useIsUploading } from './uploads/use-is-uploading.ts'
import { prefetchAdminVideos, useAdminVideos } from './use-admin-videos.ts'
import type { SavedVideo } from './use-video-details-form.ts'
import { VideoDetailsForm } from './video-details-form.tsx'
import { VideoGridSkeleton, WithVideos } from './with-videos.tsx'

export function clientLoader() {
  prefetchAdminVideos()
  return null
}

export const meta = () => pageMeta(text.uploadVideo)

const labels = { file: text.videoFile, fileHint: text.videoFileHint, send: text.upload }

/** Shows one form for each selected file, next to the existing videos. A new video is added to them immediately. */
export default function VideoUpload() {
  const [queue, dispatch] = useReducer(reduceQueue, emptyQueue)
  const [added, setAdded] = useState<readonly AdminVideo[]>([])
  const isMany = queue.length > 1
  const openWhenListed = useOpenVideo(queue.some(({ file }) => file !== undefined))

  function finish(key: number, { message, video }: SavedVideo) {
    toast(message)
    if (!isMany) openWhenListed(video._id)
    setAdded((before) => [video, ...before])
    dispatch({ kind: 'removed', key })
  }

  return (
    <ContentFrame tab="videos">
      <div className="grid split split--r split--top">
        <WithVideos skeleton={<VideoGridSkeleton columns={2} />}>
          {(videos) => <PresentVideos videos={videos} />}
        </WithVideos>
        <div className="stack stack-6 upload__form">
          <UnfinishedList
            videoId={null}
            chosen={queue.map(({ file }) => file)}
            onFile={(file) => dispatch({ kind: 'added', files: [file] })}
          />
          {isMany && (
            <Button kind="accent" block onClick={submitAllForms}>
              {text.uploadAll(queue.length)}
            </Button>
          )}
          {queue.map(({ key, file }, index) => (
            <VideoDetailsForm
              key={key}
              heading={isMany ? text.uploadVideoOf(index + 1, queue.length) : text.uploadVideo}
              labels={labels}
              failureMessage={videosAdminText.videoUploadFailed}
              file={file}
              isOneOfMany={isMany}
              onFiles={(files) => dispatch({ kind: 'chosen', key, files })}
              onRemove={isMany || file ? () => dispatch({ kind: 'removed', key }) : undefined}
              onDone={(saved) => finish(key, saved)}
            />
          ))}
          <AddedVideos added={added} />
        </div>
      </div>
      <LeaveDialog />
    </ContentFrame>
  )
}

/**
 * Returns a function that opens the page of a new video, where the admin completes it. It waits until no upload is running
 * and the list contains the video, and does nothing while another file is chosen.
 */
function useOpenVideo(hasNextFile: boolean): (id: string) => void {
  const navigate = useNavigate()
  const [id, setId] = useState<string>()
  const isUploading = useIsUploading()
  const isListed = useAdminVideos().data?.some(({ _id }) => _id === id) ?? false
  useEffect(() => {
    if (id !== undefined && isListed && !isUploading && !hasNextFile) void navigate(adminPaths.videoUpdate(id))
  }, [id, isListed, isUploading, hasNextFile, navigate])
  return setId
}

/** Each form shows its own errors. */
function submitAllForms() {
  for (const form of document.querySelectorAll<HTMLFormElement>('.upload__form form')) form.requestSubmit()
}

function PresentVideos({ videos }: { videos: AdminVideo[] }) {
  return (
    <section className="stack" aria-labelledby="present">
      <h2 className="card__h" id="present">
        {text.videos}
      </h2>
      {videos.length > 0 ? (
        <AdminVideoList videos={videos} columns={2} />
      ) : (
        <p className="muted">{text.noVideosUpload}</p>
      )}
    </section>
  )
}

/** Lists the videos added since the page was opened, each with its current state. */
function AddedVideos({ added }: { added: readonly AdminVideo[] }) {
  const present = useAdminVideos().data
  return (
    <div className="stack" role="status">
      {added.map((video) => (
        <AddedVideo key={video._id} video={present?.find(({ _id }) => _id === video._id) ?? video} />
      ))}
    </div>
  )
}

function AddedVideo({ video: { _id, title, state, failure } }: { video: AdminVideo }) {
  const isFailed = state === 'failed'
  return (
    <Note kind={isFailed ? 'warn' : 'ok'}>
      <div className="stack stack-2">
        <p>{richText(text.stored, { title: <b>{title}</b>, detail: isFailed ? failure : text.storedDetail })}</p>
        <p>
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.videoUpdate(_id)}>
            {isFailed ? text.seeWhatToDo : text.complete}
          </Link>
        </p>
      </div>
    </Note>
  )
}

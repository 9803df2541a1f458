import { videosText } from '@baobab/contract/videos-text.ts'
import { quizText } from '@baobab/contract/quiz-text.ts'
import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatMegabytes, formatDuration } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { Note } from '../../ui/note.tsx'
import { BackLink } from '../../shell/back-link.tsx'
import { CaptionsForm } from './captions-form.tsx'
import { DeleteVideoDialog } from './delete-video-dialog.tsx'
import { VideoDetailsForm } from './video-details-form.tsx'
import { LeaveUploadDialog } from './uploads/leave-upload-dialog.tsx'
import { PosterForm } from './poster-form.tsx'
import { UnfinishedList } from './uploads/unfinished-list.tsx'
import { VideoChips } from './video-chips.tsx'
import { AdminPlayer, hasSource } from './video-preview.tsx'
import { ProcessingStatus } from './processing-status.tsx'
import { WithVideos } from './with-videos.tsx'

const labels = {
  file: 'Replacement file (optional)',
  fileHint: 'mp4 only, at most 500 MB. Without one the film stays as it is.',
  send: 'Save Changes',
  busy: 'Uploading...',
}

export function VideoUpdate({ id }: { id: string }) {
  return (
    <WithVideos skeleton={<RowsSkeleton />}>
      {(videos) => {
        const video = videos.find((one) => one._id === id)
        return video ? <Update video={video} /> : <VideoNotFound />
      }}
    </WithVideos>
  )
}

export function VideoNotFound({ isNamed = true }: { isNamed?: boolean }) {
  return (
    <Empty
      title={isNamed ? videosText.videoNotFound : quizText.noVideoDetails}
      help={isNamed ? 'It may have been deleted.' : 'Choose one from the list.'}
    >
      <Link className={buttonClass()} to={paths.admin.content}>
        See all videos
      </Link>
    </Empty>
  )
}

function Update({ video }: { video: AdminVideo }) {
  const [file, setFile] = useState<File>()
  return (
    <>
      <BackLink to={paths.admin.content} label="All videos" />
      {video.note && <Note kind="warn">{video.note}</Note>}
      <div className="grid split split--r split--top">
        <div className="stack stack-6">
          <UnfinishedList videoId={video._id} present={[file]} onFile={setFile} />
          <VideoDetailsForm
            heading="Update video"
            video={video}
            labels={labels}
            otherwise={videosText.videoUpdateFailed}
            file={file}
            onFiles={([chosen]) => setFile(chosen)}
            onDone={({ message }) => {
              toast(message)
              setFile(undefined)
            }}
          />
        </div>
        <div className="stack stack-6">
          <Present video={video} />
          <PosterForm video={video} />
          <CaptionsForm video={video} />
        </div>
      </div>
      <LeaveUploadDialog />
    </>
  )
}

/** The video as it is, to be looked at or deleted. */
function Present({ video }: { video: AdminVideo }) {
  const [isDeleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  return (
    <section className="card stack" aria-labelledby="now">
      <h2 className="card__h" id="now">
        {video.title}
      </h2>
      {hasSource(video) && <AdminPlayer key={video.videoUrl ?? video.streamUrl} video={video} />}
      <p className="muted small num">{measuresOf(video)}</p>
      <VideoChips video={video} />
      <ProcessingStatus video={video} />
      <div className="row">
        <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.admin.trivia(video._id)}>
          Show Trivia
        </Link>
        <Button kind="quiet" size="sm" className="btn--bad" onClick={() => setDeleting(true)}>
          <Icon name="trash" size="sm" />
          Delete
        </Button>
      </div>
      <DeleteVideoDialog
        video={isDeleting ? video : undefined}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate(paths.admin.content, { replace: true })}
      />
    </section>
  )
}

function measuresOf({ durationSeconds, sizeBytes, createdAt }: AdminVideo): string {
  const added = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' })
  const length = durationSeconds === null ? [] : [formatDuration(durationSeconds)]
  return [...length, formatMegabytes(sizeBytes), `added ${added.format(new Date(createdAt))}`].join(' · ')
}

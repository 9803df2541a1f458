import { deleteVideo, updateVideo, type AdminVideo } from '@baobab/contract/videos/admin.ts'
import { videosAdminText } from '@baobab/contract/videos/text.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { BackToList, useLinkToList } from '../../shell/admin/back-to-list.tsx'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatDuration, formatMegabytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { CaptionsForm } from './captions-form.tsx'
import { DeleteVideoDialog } from './delete-video-dialog.tsx'
import { LeaveDialog, discardUnsavedChanges } from './leave-dialog.tsx'
import { PosterForm } from './poster-form.tsx'
import { ProcessingStatus } from './processing-status.tsx'
import { text } from './text.ts'
import { UnfinishedList } from './uploads/unfinished-list.tsx'
import { PublishCard } from './publish-card.tsx'
import { VideoChips } from './video-chips.tsx'
import { VideoDetailsForm } from './video-details-form.tsx'
import { AdminPlayer, hasSource } from './video-preview.tsx'
import { VideoNotFound, WithVideos } from './with-videos.tsx'

const labels = { file: text.replacementFile, fileHint: text.replacementFileHint, send: text.saveChanges }

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

function Update({ video }: { video: AdminVideo }) {
  return (
    <>
      <BackToList to={adminPaths.videos} label={text.allVideos} />
      {video.note && <Note kind="warn">{video.note}</Note>}
      <IfAllowed who={updateVideo.who} otherwise={<PresentVideo video={video} />}>
        <UpdateForms video={video} />
      </IfAllowed>
    </>
  )
}

function UpdateForms({ video }: { video: AdminVideo }) {
  const [file, setFile] = useState<File>()
  return (
    <>
      <div className="grid split split--r split--top">
        <div className="stack stack-6">
          <UnfinishedList videoId={video._id} chosen={[file]} onFile={setFile} />
          <VideoDetailsForm
            heading={text.updateVideo}
            video={video}
            labels={labels}
            failureMessage={videosAdminText.videoUpdateFailed}
            file={file}
            onFiles={([chosen]) => setFile(chosen)}
            onDone={({ message }) => {
              toast(message)
              setFile(undefined)
            }}
          />
        </div>
        <div className="stack stack-6">
          <PresentVideo video={video} />
          <PublishCard video={video} />
          <PosterForm video={video} />
          <CaptionsForm video={video} />
        </div>
      </div>
      <LeaveDialog />
    </>
  )
}

/** Shows the current video, which can be played or deleted. */
function PresentVideo({ video }: { video: AdminVideo }) {
  const [isDeleting, setDeleting] = useState(false)
  const list = useLinkToList(adminPaths.videos)
  const navigate = useNavigate()
  return (
    <section className="card stack" aria-labelledby="now">
      <h2 className="card__h" id="now">
        {video.title}
      </h2>
      {hasSource(video) && <AdminPlayer key={video.videoUrl ?? video.streamUrl} video={video} />}
      <p className="muted small num">{describe(video)}</p>
      <VideoChips video={video} />
      <ProcessingStatus video={video} />
      <div className="row">
        <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.trivia(video._id)}>
          {text.showTrivia}
        </Link>
        <IfAllowed who={deleteVideo.who}>
          <Button kind="quiet" size="sm" className="btn--bad" onClick={() => setDeleting(true)}>
            <Icon name="trash" size="sm" />
            {text.delete}
          </Button>
        </IfAllowed>
      </div>
      <DeleteVideoDialog
        video={isDeleting ? video : undefined}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          flushSync(discardUnsavedChanges)
          void navigate(list.to, { replace: true, state: list.state as unknown })
        }}
      />
    </section>
  )
}

/** Describes a video: '3:40 · 61 MB · added 2 March 2026'. */
function describe({ durationSeconds, sizeBytes, createdAt }: AdminVideo): string {
  const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' })
  const length = durationSeconds === null ? [] : [formatDuration(durationSeconds)]
  return [...length, formatMegabytes(sizeBytes), text.added(dates.format(new Date(createdAt)))].join(' · ')
}

import { text } from '@baobab/contract/text.ts'
import type { AdminVideo } from '@baobab/contract/videos.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { megabytes, playingTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { RowsSkeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { BackLink } from './back-link.tsx'
import { DeleteVideoDialog } from './delete-video-dialog.tsx'
import { FilmForm } from './film-form.tsx'
import { VideoChips, WhyFailed } from './video-facts.tsx'
import { Film } from './video-preview.tsx'
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
        return video ? <Update video={video} /> : <NoSuchVideo />
      }}
    </WithVideos>
  )
}

export function NoSuchVideo({ isNamed = true }: { isNamed?: boolean }) {
  return (
    <Empty
      title={isNamed ? text.videoNotFound : text.noVideoDetails}
      help={isNamed ? 'It may have been deleted.' : 'Choose one from the list.'}
    >
      <Link className={buttonClass()} to={paths.admin.content}>
        See all videos
      </Link>
    </Empty>
  )
}

function Update({ video }: { video: AdminVideo }) {
  const [isDeleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <BackLink to={paths.admin.content} label="All videos" />
      <div className="grid split split--r split--top">
        <FilmForm
          heading="Update video"
          video={video}
          labels={labels}
          otherwise={text.videoUpdateFailed}
          onDone={({ message }) => toast(message)}
        />
        <section className="card stack" aria-labelledby="now">
          <h2 className="card__h" id="now">
            {video.title}
          </h2>
          {video.videoUrl && <Film key={video.videoUrl} video={video} />}
          <p className="muted small num">{measuresOf(video)}</p>
          <VideoChips video={video} />
          <WhyFailed video={video} />
          <div className="row">
            <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.admin.trivia(video._id)}>
              Show Trivia
            </Link>
            <Button kind="quiet" size="sm" className="btn--bad" onClick={() => setDeleting(true)}>
              <Icon name="trash" size="sm" />
              Delete
            </Button>
          </div>
        </section>
      </div>
      <DeleteVideoDialog
        video={isDeleting ? video : undefined}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate(paths.admin.content, { replace: true })}
      />
    </>
  )
}

function measuresOf({ durationSeconds, sizeBytes, createdAt }: AdminVideo): string {
  const added = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' })
  const length = durationSeconds === null ? [] : [playingTime(durationSeconds)]
  return [...length, megabytes(sizeBytes), `added ${added.format(new Date(createdAt))}`].join(' · ')
}

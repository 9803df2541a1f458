import type { AdminVideo } from '@baobab/contract/videos.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { counted } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { VideoCardSkeleton } from '../ui/skeleton.tsx'
import { AdminVideoList } from './admin-video-list.tsx'
import { WithVideos } from './with-videos.tsx'

export function MoralVideos() {
  return (
    <WithVideos skeleton={<VideoGridSkeleton columns={3} />}>
      {(videos) =>
        videos.length === 0 ? (
          <NoVideos />
        ) : (
          <section className="stack stack-6" aria-label="Moral Videos">
            <div className="row between">
              <p className="muted">{summaryOf(videos)}</p>
              <AddVideo />
            </div>
            <AdminVideoList videos={videos} columns={3} />
          </section>
        )
      }
    </WithVideos>
  )
}

export function NoVideos() {
  return (
    <Empty title="There is no video here." help="The first one you add is seen by every student at once.">
      <AddVideo />
    </Empty>
  )
}

export function VideoGridSkeleton({ columns }: { columns: 2 | 3 }) {
  return (
    <div className={`grid g${columns}`}>
      {Array.from({ length: columns }, (_, at) => (
        <VideoCardSkeleton key={at} />
      ))}
    </div>
  )
}

function AddVideo() {
  return (
    <Link className={buttonClass()} to={paths.admin.videoUpload}>
      <Icon name="plus" />
      Add video
    </Link>
  )
}

function summaryOf(videos: readonly AdminVideo[]): string {
  const premium = videos.filter((video) => video.access === 'premium').length
  const failed = videos.filter((video) => video.state === 'failed').length
  return [
    `${counted(videos.length, 'video')}, newest first`,
    premium > 0 && `${premium.toLocaleString('en-NG')} premium`,
    failed > 0 && `${failed.toLocaleString('en-NG')} failed`,
  ]
    .filter(Boolean)
    .join(' · ')
}

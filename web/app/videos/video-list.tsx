import { videosText } from '@baobab/contract/videos-text.ts'
import type { Video } from '@baobab/contract/videos.ts'
import { Link } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Failure } from '../ui/failure.tsx'
import { motifAt } from '../ui/motif.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Loading, VideoCardSkeleton } from '../ui/skeleton.tsx'
import { VideoCard } from '../ui/video-card.tsx'
import { NoVideos } from './all-videos.tsx'
import { UnlockLink } from './unlock-link.tsx'
import { isPlayable } from './player/player-view.ts'
import { Player } from './player/player.tsx'
import { playbackBytes } from './quality.ts'
import { useQuality } from './use-quality.ts'
import { useVideos } from './use-videos.ts'
import { WatchActions } from './watch-actions.tsx'

export const meta = () =>
  pageMeta('Videos', 'Short moral videos from Nigerian life. Watch the free ones here; the size is on the cover.')

/** The public list: everybody may play what is free. */
export default function VideoList() {
  const isStudent = useStudentSession() !== undefined
  const videos = useVideos()
  return (
    <div className={isStudent ? 'stack stack-6' : 'wrap sec stack stack-6'}>
      {videos.data?.length === 0 ? (
        <NoVideos />
      ) : (
        <PageHead title="Videos" lead="The size is on the cover, so you know before you tap.">
          {!isStudent && (
            <Link className={buttonClass({ kind: 'accent' })} to={paths.student.register}>
              Start Now
            </Link>
          )}
        </PageHead>
      )}
      {videos.data ? (
        <div className="grid g3">
          {videos.data.map((video, at) => (
            <OpenCard key={video._id} video={video} at={at} />
          ))}
        </div>
      ) : videos.isError ? (
        <Failure title={videosText.videosFailed} isRetrying={videos.isFetching} onRetry={() => void videos.refetch()} />
      ) : (
        <Loading text="Loading videos...">
          <div className="grid g3">
            <VideoCardSkeleton />
            <VideoCardSkeleton />
            <VideoCardSkeleton />
          </div>
        </Loading>
      )}
    </div>
  )
}

function OpenCard({ video, at }: { video: Video; at: number }) {
  const motif = motifAt(at)
  const quality = useQuality(video._id)
  return (
    <VideoCard
      heading="h2"
      title={video.title}
      description={video.description}
      posterUrl={video.posterUrl}
      motif={motif}
      durationSeconds={video.durationSeconds}
      sizeBytes={playbackBytes(video, quality)}
      isLocked={video.isLocked}
      {...(isPlayable(video) && { media: <Player video={video} motif={motif} /> })}
    >
      {video.isLocked ? (
        <>
          <Chip kind="warn" icon="lock-simple">
            Premium
          </Chip>
          <UnlockLink title={video.title} size="sm" />
        </>
      ) : (
        <WatchActions video={video} size="sm" />
      )}
    </VideoCard>
  )
}

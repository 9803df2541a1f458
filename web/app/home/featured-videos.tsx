import { videosText } from '@baobab/contract/videos-text.ts'
import { Link } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { motifAt } from '../ui/motif.tsx'
import { Loading, VideoCardSkeleton } from '../ui/skeleton.tsx'
import { VideoCard } from '../ui/video-card.tsx'
import { playbackBytes } from '../videos/quality.ts'
import { useQuality } from '../videos/use-quality.ts'
import { maxQuestionCount, type FeaturedState, type FeaturedVideo } from './use-featured-videos.ts'
import { text } from './text.ts'
import { useStartPath } from './use-start-path.ts'

/** The number of videos shown. */
const COUNT = 3

export function FeaturedVideos({ featured, onRetry }: { featured: FeaturedState; onRetry: () => void }) {
  return (
    <section className="sec sec--surface" id="videos">
      <div className="wrap">
        <div className="sec__h">
          <h2>{text.featuredVideos}</h2>
          <p className="lead">{text.featuredLead}</p>
        </div>
        <Covers featured={featured} onRetry={onRetry} />
      </div>
    </section>
  )
}

function Covers({ featured, onRetry }: { featured: FeaturedState; onRetry: () => void }) {
  const start = useStartPath()
  if (featured.state === 'failed') return <Failure heading="h3" title={videosText.videosFailed} onRetry={onRetry} />
  if (featured.state === 'loading') {
    return (
      <Loading text={text.loadingVideos} isQuiet>
        <div className="grid g3">
          <VideoCardSkeleton />
          <VideoCardSkeleton />
          <VideoCardSkeleton />
        </div>
      </Loading>
    )
  }
  if (featured.videos.length === 0) {
    return (
      <Empty heading="h3" title={text.noVideos} help={text.noVideosHelp}>
        <Link className={buttonClass()} to={start}>
          {text.signUp}
        </Link>
      </Empty>
    )
  }
  return (
    <div className="grid g3">
      {featured.videos.slice(0, COUNT).map((video, at) => (
        <CoverCard key={video._id} video={video} at={at} />
      ))}
    </div>
  )
}

function CoverCard({ video, at }: { video: FeaturedVideo; at: number }) {
  const isLocked = video.access === 'premium'
  const isStudent = useStudentSession() !== undefined
  const action = isLocked && !isStudent ? text.signUp : text.watchVideo
  const lockedPath = isStudent ? paths.student.video(video._id) : paths.student.register
  const quality = useQuality(video._id)
  return (
    <VideoCard
      title={video.title}
      description={video.description}
      posterUrl={video.posterUrl}
      motif={motifAt(at)}
      durationSeconds={video.durationSeconds}
      sizeBytes={playbackBytes(video, quality)}
      questionCount={maxQuestionCount(video)}
      isLocked={isLocked}
    >
      <Link
        className={buttonClass({ size: 'sm' })}
        to={isLocked ? lockedPath : paths.videoOfList(video._id)}
        aria-label={text.actionOnVideo(action, video.title)}
      >
        {action}
      </Link>
    </VideoCard>
  )
}

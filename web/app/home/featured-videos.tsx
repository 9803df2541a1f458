import { videosText } from '@baobab/contract/videos-text.ts'
import { Link } from 'react-router'
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

const SHOWN = 3

export function FeaturedVideos({ featured, onRetry }: { featured: FeaturedState; onRetry: () => void }) {
  return (
    <section className="sec sec--surface" id="videos">
      <div className="wrap">
        <div className="sec__h">
          <h2>Featured Videos</h2>
          <p className="lead">The size is on the cover, so you know before you tap.</p>
        </div>
        <Covers featured={featured} onRetry={onRetry} />
      </div>
    </section>
  )
}

function Covers({ featured, onRetry }: { featured: FeaturedState; onRetry: () => void }) {
  if (featured.state === 'failed') return <Failure heading="h3" title={videosText.videosFailed} onRetry={onRetry} />
  if (featured.state === 'loading') {
    return (
      <Loading text="Loading videos..." isQuiet>
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
      <Empty heading="h3" title="The first stories are on their way" help="Sign up now and be there when they arrive.">
        <Link className={buttonClass()} to={paths.student.register}>
          Sign Up
        </Link>
      </Empty>
    )
  }
  return (
    <div className="grid g3">
      {featured.videos.slice(0, SHOWN).map((video, at) => (
        <CoverCard key={video._id} video={video} at={at} />
      ))}
    </div>
  )
}

function CoverCard({ video, at }: { video: FeaturedVideo; at: number }) {
  const isLocked = video.access === 'premium'
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
        to={isLocked ? paths.student.register : paths.videoList}
        aria-label={`${isLocked ? 'Sign Up' : 'Watch Video'}: ${video.title}`}
      >
        {isLocked ? 'Sign Up' : 'Watch Video'}
      </Link>
    </VideoCard>
  )
}

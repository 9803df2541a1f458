import { videosText } from '@baobab/contract/videos-text.ts'
import type { Video } from '@baobab/contract/videos.ts'
import { Link } from 'react-router'
import { useAgeCategory } from '../api/use-age-category.ts'
import { DownloadsLink } from './downloads/downloads-link.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { formatDuration } from '../ui/format.ts'
import { motifAt } from '../ui/motif.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { VideoCard } from '../ui/video-card.tsx'
import { UnlockLink } from './unlock-link.tsx'
import { resumePosition } from './player/player-view.ts'
import { playbackBytes } from './quality.ts'
import { useQuality } from './use-quality.ts'

/** The student's list: a cover, what it costs, what it is about and how far one has come. */
export function AllVideos({ videos }: { videos: readonly Video[] }) {
  const category = useAgeCategory()
  const quality = useQuality()
  const watched = videos.filter((video) => video.isWatched).length
  if (videos.length === 0) return <NoVideos />
  return (
    <>
      <PageHead title="All Videos" lead={`${watched} of ${videos.length} watched. The size is on the cover.`}>
        <DownloadsLink />
      </PageHead>
      <div className="grid g3">
        {videos.map((video, at) => (
          <VideoCard
            key={video._id}
            heading="h2"
            title={video.title}
            description={video.description}
            posterUrl={video.posterUrl}
            motif={motifAt(at)}
            durationSeconds={video.durationSeconds}
            sizeBytes={playbackBytes(video, quality)}
            questionCount={category ? video.questionCounts[category] : undefined}
            isLocked={video.isLocked}
          >
            <State video={video} />
            {video.isLocked ? (
              <UnlockLink title={video.title} size="sm" />
            ) : (
              <Link
                className={buttonClass({ size: 'sm' })}
                to={paths.student.video(video._id)}
                aria-label={`Watch Video: ${video.title}`}
              >
                Watch Video
              </Link>
            )}
          </VideoCard>
        ))}
      </div>
    </>
  )
}

function State({ video }: { video: Video }) {
  if (video.isWatched) {
    return (
      <Chip kind="ok" icon="check-circle">
        Watched
      </Chip>
    )
  }
  const place = resumePosition(video)
  return place > 0 && !video.isLocked ? <Chip kind="earth">Stopped at {formatDuration(place)}</Chip> : null
}

export function NoVideos() {
  return (
    <>
      <PageHead title="All Videos" />
      <Empty title={videosText.noVideos} help="New stories are on their way. The board is open meanwhile.">
        <Link className={buttonClass({ kind: 'line' })} to={paths.leaderboard}>
          Leaderboard
        </Link>
      </Empty>
    </>
  )
}

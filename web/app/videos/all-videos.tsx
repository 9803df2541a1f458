import { moralValueLabels, type Video } from '@baobab/contract/videos/endpoints.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { Link } from 'react-router'
import { useAgeCategory } from '../api/use-age-category.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { formatDuration } from '../ui/format.ts'
import { motifAt } from '../ui/motif.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { VideoCard } from '../ui/video-card.tsx'
import { CardPlayer } from './card-player.tsx'
import { DownloadsLink } from './downloads/downloads-link.tsx'
import { BookmarkButton } from './find/bookmark-button.tsx'
import { FoundVideos } from './find/found-videos.tsx'
import { resumePosition } from './player/player-view.ts'
import { isPlayable, playbackBytes } from './quality.ts'
import { text } from './text.ts'
import { UnlockLink } from './unlock-link.tsx'
import { UnlockedChip } from './unlocked-chip.tsx'
import { useQuality } from './use-quality.ts'
import { WatchActions } from './watch-actions.tsx'

/** Shows the student's list: each video's player, size and description, how much of it was watched, and its actions. */
export function AllVideos({ videos }: { videos: readonly Video[] }) {
  const category = useAgeCategory()
  const quality = useQuality()
  const watched = videos.filter((video) => video.isWatched).length
  if (videos.length === 0) return <NoVideos />
  return (
    <>
      <PageHead title={text.allVideos} lead={text.watchedCount(watched, videos.length)}>
        <DownloadsLink />
      </PageHead>
      <FoundVideos videos={videos}>
        {(found) => (
          <div className="grid g3">
            {found.map((video, at) => (
              <VideoCard
                key={video._id}
                heading="h2"
                title={video.title}
                description={video.description}
                posterUrl={video.posterUrl}
                motif={motifAt(videos.indexOf(video))}
                durationSeconds={video.durationSeconds}
                sizeBytes={playbackBytes(video, quality)}
                questionCount={category ? video.questionCounts[category] : undefined}
                isLocked={video.isLocked}
                tags={video.values.map((value) => moralValueLabels[value])}
                isFirst={at === 0}
                {...(isPlayable(video) && { media: <CardPlayer video={video} videos={videos} isFirst={at === 0} /> })}
              >
                <BookmarkButton video={video} />
                <StoppedAt video={video} />
                <UnlockedChip video={video} />
                {video.isLocked ? (
                  <UnlockLink title={video.title} size="sm" />
                ) : (
                  <>
                    <WatchActions video={video} size="sm" />
                    <Link
                      className={buttonClass({ kind: 'quiet', size: 'sm' })}
                      to={paths.student.video(video._id)}
                      aria-label={text.watchVideoLabel(video.title)}
                    >
                      {text.watchVideo}
                    </Link>
                  </>
                )}
              </VideoCard>
            ))}
          </div>
        )}
      </FoundVideos>
    </>
  )
}

/** Shows where an unfinished video was left. */
function StoppedAt({ video }: { video: Video }) {
  const position = resumePosition(video)
  if (position === 0 || video.isLocked || video.isWatched) return null
  return <Chip kind="earth">{text.stoppedAt(formatDuration(position))}</Chip>
}

function NoVideos() {
  return (
    <>
      <PageHead title={text.allVideos} />
      <Empty title={videosText.noVideos} help={text.noVideosHelp}>
        <Link className={buttonClass({ kind: 'line' })} to={paths.student.scholarship}>
          {text.leaderboard}
        </Link>
      </Empty>
    </>
  )
}

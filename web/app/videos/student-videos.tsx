import { listVideos, moralValueLabels, type Video } from '@baobab/contract/videos/endpoints.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { Link, useSearchParams } from 'react-router'
import { prefetch } from '../api/query.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { formatDuration } from '../ui/format.ts'
import { motifAt } from '../ui/motif.tsx'
import { useOnline } from '../ui/online.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Failure } from '../ui/query-view.tsx'
import { Loading, Skeleton, VideoCardSkeleton, VideoRowsSkeleton } from '../ui/skeleton.tsx'
import { VideoCard } from '../ui/video-card.tsx'
import { CardPlayer } from './card-player.tsx'
import { DownloadsLink } from './downloads/downloads-link.tsx'
import { DownloadsPage } from './downloads/downloads-page.tsx'
import { useDownloadedVideos } from './downloads/use-downloads.ts'
import { BookmarkButton } from './find/bookmark-button.tsx'
import { FoundVideos } from './find/found-videos.tsx'
import { resumePosition } from './player/player-view.ts'
import { isPlayable, playbackBytes } from './quality.ts'
import { text } from './text.ts'
import { UnlockLink, UnlockedChip } from './unlocked.tsx'
import { useQuality } from './use-quality.ts'
import { useVideos } from './use-videos.ts'
import { VideoPage } from './video-page.tsx'
import { WatchActions } from './watch-actions.tsx'

export function clientLoader() {
  prefetch(listVideos, {})
  return null
}

export const meta = () => pageMeta(text.allVideos, text.allVideosDescription)

/** Shows the list, or with `?video=` one video, or with `?show=saved` the downloads. */
export default function StudentVideos() {
  const [search] = useSearchParams()
  const videos = useVideos()
  const isOnline = useOnline()
  const id = search.get('video')
  const showsDownloads = search.get('show') === 'saved'
  if (videos.data) {
    if (id === null) return showsDownloads ? <DownloadsPage /> : <AllVideos videos={videos.data} />
    const video = videos.data.find((one) => one._id === id)
    return video ? <VideoPage key={id} video={video} videos={videos.data} /> : <VideoNotFound />
  }
  if (videos.isError || !isOnline) {
    return (
      <WithoutList
        id={id}
        showsDownloads={showsDownloads}
        isRetrying={videos.isFetching}
        onRetry={() => void videos.refetch()}
      />
    )
  }
  return id === null ? <LoadingList /> : <LoadingVideo />
}

type WithoutListProps = { id: string | null; showsDownloads: boolean; isRetrying: boolean; onRetry: () => void }

/** Shown if the list cannot be loaded: the downloads, or the error if there are none. */
function WithoutList({ id, showsDownloads, isRetrying, onRetry }: WithoutListProps) {
  const videos = useDownloadedVideos()
  const video = videos.find((one) => one._id === id)
  if (video) return <VideoPage key={id} video={video} videos={videos} />
  if (videos.length > 0 || showsDownloads)
    return <DownloadsPage offline={{ isRetrying, onRetry }} isMissing={id !== null} />
  return <Failure heading="h1" title={videosText.videosFailed} isRetrying={isRetrying} onRetry={onRetry} />
}

function LoadingList() {
  return (
    <>
      <PageHead title={text.allVideos} />
      <Loading text={text.loadingVideos}>
        <div className="grid players">
          <VideoCardSkeleton />
          <VideoCardSkeleton />
          <VideoCardSkeleton />
        </div>
      </Loading>
    </>
  )
}

function LoadingVideo() {
  return (
    <>
      <h1 className="sr">{text.video}</h1>
      <div className="grid split">
        <Loading text={text.loadingVideo} isQuiet>
          <Skeleton shape="thumb" />
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton shape="button" />
        </Loading>
        <VideoRowsSkeleton />
      </div>
    </>
  )
}

function VideoNotFound() {
  return (
    <Empty heading="h1" title={videosText.videoNotFound} help={text.notFoundHelp}>
      <Link className={buttonClass()} to={paths.student.videos}>
        {text.allVideos}
      </Link>
    </Empty>
  )
}

/** Shows the student's list: each video's player, size and description, how much of it was watched, and its actions. */
function AllVideos({ videos }: { videos: readonly Video[] }) {
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
          <div className="grid players">
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
                    <Link
                      className={buttonClass({ kind: video.isWatched ? 'line' : 'main', size: 'sm' })}
                      to={paths.student.video(video._id)}
                      aria-label={text.watchVideoLabel(video.title)}
                    >
                      {text.watchVideo}
                    </Link>
                    <WatchActions video={video} size="sm" />
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

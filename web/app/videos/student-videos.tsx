import { videosText } from '@baobab/contract/videos/text.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { Link, useSearchParams } from 'react-router'
import { prefetch } from '../api/query.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Loading, Skeleton, VideoCardSkeleton, VideoRowsSkeleton } from '../ui/skeleton.tsx'
import { useOnline } from '../ui/use-online.ts'
import { AllVideos } from './all-videos.tsx'
import { DownloadsPage } from './downloads/downloads-page.tsx'
import { useDownloadedVideos } from './downloads/use-downloads.ts'
import { text } from './text.ts'
import { useVideos } from './use-videos.ts'
import { VideoPage } from './video-page.tsx'

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
        <div className="grid g3">
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

import { listVideos } from '@baobab/contract/videos.ts'
import { prefetch } from '../api/query.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import { Link, useSearchParams } from 'react-router'
import { DownloadsPage } from './downloads/downloads-page.tsx'
import { useDownloadedVideos } from './downloads/use-downloads.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Loading, Skeleton, VideoCardSkeleton, VideoRowsSkeleton } from '../ui/skeleton.tsx'
import { useOnline } from '../ui/use-online.ts'
import { AllVideos } from './all-videos.tsx'
import { useVideos } from './use-videos.ts'
import { VideoPage } from './video-page.tsx'

export function clientLoader() {
  prefetch(listVideos, {})
  return null
}

export const meta = () => pageMeta('All Videos', 'Watch a moral video, then answer its trivia.')

/** The list, with `?video=` one video of it, with `?show=saved` what is on this phone. */
export default function StudentVideos() {
  const [search] = useSearchParams()
  const videos = useVideos()
  const isOnline = useOnline()
  const id = search.get('video')
  const isSaved = search.get('show') === 'saved'
  const retrying = { isRetrying: videos.isFetching, onRetry: () => void videos.refetch() }
  if (videos.data) {
    if (id === null) return isSaved ? <DownloadsPage /> : <AllVideos videos={videos.data} />
    const video = videos.data.find((one) => one._id === id)
    return video ? <VideoPage key={id} video={video} videos={videos.data} /> : <Unknown />
  }
  if (videos.isError || !isOnline) return <WithoutList id={id} isSaved={isSaved} {...retrying} />
  return id === null ? <ListWaiting /> : <VideoWaiting />
}

type WithoutListProps = { id: string | null; isSaved: boolean; isRetrying: boolean; onRetry: () => void }

/** No list could be read: what is on this phone, or the failure where nothing is. */
function WithoutList({ id, isSaved, isRetrying, onRetry }: WithoutListProps) {
  const videos = useDownloadedVideos()
  const video = videos.find((one) => one._id === id)
  if (video) return <VideoPage key={id} video={video} videos={videos} />
  if (videos.length > 0 || isSaved) return <DownloadsPage offline={{ isRetrying, onRetry }} isMissing={id !== null} />
  return <Failure heading="h1" title={videosText.videosFailed} isRetrying={isRetrying} onRetry={onRetry} />
}

function ListWaiting() {
  return (
    <>
      <PageHead title="All Videos" />
      <Loading text="Loading videos...">
        <div className="grid g3">
          <VideoCardSkeleton />
          <VideoCardSkeleton />
          <VideoCardSkeleton />
        </div>
      </Loading>
    </>
  )
}

function VideoWaiting() {
  return (
    <>
      <h1 className="sr">Video</h1>
      <div className="grid split">
        <Loading text="Loading the video..." isQuiet>
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

function Unknown() {
  return (
    <Empty heading="h1" title={videosText.videoNotFound} help="It may have been taken out of the list.">
      <Link className={buttonClass()} to={paths.student.videos}>
        All Videos
      </Link>
    </Empty>
  )
}

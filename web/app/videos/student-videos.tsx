import { text } from '@baobab/contract/text.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { q } from '../api/q.ts'
import { paths } from '../paths.ts'
import { titled } from '../shell/meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Loading, Skeleton, VideoCardSkeleton, VideoRowsSkeleton } from '../ui/skeleton.tsx'
import { AllVideos } from './all-videos.tsx'
import { VideoPage } from './video-page.tsx'

export const meta = () => titled('All Videos', 'Watch a moral video, then answer its trivia.')

/** The list, and with `?video=` one video of it. */
export default function StudentVideos() {
  const [search] = useSearchParams()
  const videos = useQuery(q(listVideos, {}))
  const id = search.get('video')
  if (videos.data) {
    if (id === null) return <AllVideos videos={videos.data} />
    const video = videos.data.find((one) => one._id === id)
    return video ? <VideoPage key={id} video={video} videos={videos.data} /> : <Unknown />
  }
  if (videos.isError) {
    return (
      <Failure
        heading="h1"
        title={text.videosFailed}
        isRetrying={videos.isFetching}
        onRetry={() => void videos.refetch()}
      />
    )
  }
  return id === null ? <ListWaiting /> : <VideoWaiting />
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
    <Empty heading="h1" title={text.videoNotFound} help="It may have been taken out of the list.">
      <Link className={buttonClass()} to={paths.student.videos}>
        All Videos
      </Link>
    </Empty>
  )
}

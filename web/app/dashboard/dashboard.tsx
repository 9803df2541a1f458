import { videosText } from '@baobab/contract/videos-text.ts'
import { videoToResume } from '@baobab/contract/videos.ts'
import { useStudentSession } from '../api/session.ts'
import { DownloadsLink } from '../videos/downloads/downloads-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { Failure } from '../ui/failure.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Loading, VideoCardSkeleton } from '../ui/skeleton.tsx'
import { useVideos } from '../videos/use-videos.ts'
import { Advert } from './advert.tsx'
import { Cloth } from './cloth.tsx'
import { chooseFeaturedVideos } from './choose-featured-videos.ts'
import { Featured } from './featured.tsx'
import { MyRankLine } from './my-rank-line.tsx'
import { AllSeen, ResumeCard, ResumeWaiting } from './resume-card.tsx'
import { Stats } from './stats.tsx'
import { TopThree } from './top-three.tsx'

export const meta = () => pageMeta('Dashboard')

export default function Dashboard() {
  const username = useStudentSession()?.username
  const videos = useVideos()
  const resume = videos.data && videoToResume(videos.data)
  return (
    <>
      <PageHead title={`Hello ${username}`} lead="How are you today?" />
      {videos.data ? (
        resume ? (
          <ResumeCard video={resume} at={videos.data.indexOf(resume)} />
        ) : (
          <AllSeen hasVideos={videos.data.length > 0} />
        )
      ) : videos.isError ? (
        <>
          <Failure
            title={videosText.videosFailed}
            isRetrying={videos.isFetching}
            onRetry={() => void videos.refetch()}
          />
          <DownloadsLink />
        </>
      ) : (
        <Loading text="Loading videos..." isQuiet>
          <ResumeWaiting />
        </Loading>
      )}
      <div className="grid split">
        <div className="stack stack-6">
          <Stats />
          {videos.data && <Featured videos={chooseFeaturedVideos(videos.data, resume)} all={videos.data} />}
          {videos.isPending && <FeaturedWaiting />}
        </div>
        <div className="stack stack-6">
          <TopThree>
            <MyRankLine />
          </TopThree>
          {videos.data && videos.data.length > 0 && <Cloth videos={videos.data} />}
        </div>
      </div>
      <Advert />
    </>
  )
}

function FeaturedWaiting() {
  return (
    <div className="grid g2">
      <VideoCardSkeleton />
      <VideoCardSkeleton />
    </div>
  )
}

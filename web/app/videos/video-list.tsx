import { videosText } from '@baobab/contract/videos-text.ts'
import { listVideos, type Video } from '@baobab/contract/videos.ts'
import { Link, useSearchParams } from 'react-router'
import { prefetch } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { motifAt } from '../ui/motif.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, VideoCardSkeleton } from '../ui/skeleton.tsx'
import { VideoCard } from '../ui/video-card.tsx'
import { NoVideos } from './all-videos.tsx'
import { CardPlayer } from './card-player.tsx'
import { FoundVideos } from './find/found-videos.tsx'
import { isPlayable, playbackBytes } from './quality.ts'
import { text } from './text.ts'
import { UnlockLink } from './unlock-link.tsx'
import { useQuality } from './use-quality.ts'
import { useVideos } from './use-videos.ts'
import { WatchActions } from './watch-actions.tsx'

export function clientLoader() {
  prefetch(listVideos, {})
  return null
}

export const meta = () => pageMeta(text.videos, text.videosDescription)

/** The public list, from which free videos can be played without an account. `?video=` names the one that comes first. */
export default function VideoList() {
  const isStudent = useStudentSession() !== undefined
  const videos = useVideos()
  const askedId = useSearchParams()[0].get('video')
  return (
    <div className={isStudent ? 'stack stack-6' : 'wrap sec stack stack-6'}>
      {videos.data?.length === 0 ? (
        <NoVideos />
      ) : (
        <PageHead title={text.videos} lead={text.videosLead}>
          {!isStudent && (
            <Link className={buttonClass({ kind: 'accent' })} to={paths.student.register}>
              {text.startNow}
            </Link>
          )}
        </PageHead>
      )}
      <QueryView query={videos} failed={videosText.videosFailed} loading={<LoadingCards />}>
        {(list) =>
          list.length > 0 && (
            <FoundVideos videos={list}>
              {(found) => (
                <div className="grid g3">
                  {found
                    .toSorted((a, b) => Number(b._id === askedId) - Number(a._id === askedId))
                    .map((video) => (
                      <PlayableCard key={video._id} video={video} videos={list} isMarked={video._id === askedId} />
                    ))}
                </div>
              )}
            </FoundVideos>
          )
        }
      </QueryView>
    </div>
  )
}

function LoadingCards() {
  return (
    <Loading text={text.loadingVideos}>
      <div className="grid g3">
        <VideoCardSkeleton />
        <VideoCardSkeleton />
        <VideoCardSkeleton />
      </div>
    </Loading>
  )
}

type CardProps = { video: Video; videos: readonly Video[]; isMarked: boolean }

function PlayableCard({ video, videos, isMarked }: CardProps) {
  const motif = motifAt(videos.indexOf(video))
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
      isMarked={isMarked}
      {...(isPlayable(video) && { media: <CardPlayer video={video} videos={videos} /> })}
    >
      {video.isLocked ? (
        <>
          <Chip kind="warn" icon="lock-simple">
            {text.premium}
          </Chip>
          <UnlockLink title={video.title} size="sm" />
        </>
      ) : (
        <WatchActions video={video} size="sm" />
      )}
    </VideoCard>
  )
}

import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { NotLoaded } from '../shell/not-loaded.tsx'
import { RegisterLink } from '../shell/register-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { motifAt } from '../ui/motif.tsx'
import { VideoCard } from '../ui/video-card.tsx'
import { DEFAULT_QUALITY, playbackBytes } from '../videos/quality.ts'
import { maxQuestionCount } from '../videos/max-question-count.ts'
import { text } from './text.ts'

/** The number of videos shown. */
const COUNT = 3

/** @param props.videos null if they could not be loaded */
export function FeaturedVideos({ videos }: { videos: readonly Video[] | null }) {
  return (
    <section className="sec sec--surface" id="videos">
      <div className="wrap">
        <div className="sec__h">
          <h2>{text.featuredVideos}</h2>
          <p className="lead">{text.featuredLead}</p>
        </div>
        <Covers videos={videos} />
      </div>
    </section>
  )
}

function Covers({ videos }: { videos: readonly Video[] | null }) {
  if (videos === null) return <NotLoaded heading="h3" title={videosText.videosFailed} href={paths.home} />
  if (videos.length === 0) {
    return (
      <Empty heading="h3" title={text.noVideos} help={text.noVideosHelp}>
        <RegisterLink className={buttonClass()}>{text.signUp}</RegisterLink>
      </Empty>
    )
  }
  return (
    <div className="grid g3">
      {videos.slice(0, COUNT).map((video, at) => (
        <CoverCard key={video._id} video={video} at={at} />
      ))}
    </div>
  )
}

function CoverCard({ video, at }: { video: Video; at: number }) {
  const isLocked = video.access === 'premium'
  const look = { className: buttonClass({ size: 'sm' }) }
  return (
    <VideoCard
      title={video.title}
      description={video.description}
      posterUrl={video.posterUrl}
      motif={motifAt(at)}
      durationSeconds={video.durationSeconds}
      sizeBytes={playbackBytes(video, DEFAULT_QUALITY)}
      questionCount={maxQuestionCount(video)}
      isLocked={isLocked}
    >
      {isLocked ? (
        <RegisterLink
          {...look}
          inApp={paths.student.video(video._id)}
          aria-label={text.actionOnVideo(text.signUp, video.title)}
        >
          {text.signUp}
        </RegisterLink>
      ) : (
        <Link {...look} to={paths.videoOfList(video._id)} aria-label={text.actionOnVideo(text.watchVideo, video.title)}>
          {text.watchVideo}
        </Link>
      )}
    </VideoCard>
  )
}

import type { Video } from '@baobab/contract/videos.ts'
import { Link } from 'react-router'
import { useAgeCategory } from '../api/use-age-category.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatCount, formatMegabytes, formatDuration } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { motifAt } from '../ui/motif.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Thumb } from '../ui/thumb.tsx'
import { Weave } from '../ui/weave.tsx'
import { playbackBytes } from '../videos/quality.ts'
import { useQuality } from '../videos/use-quality.ts'

/** The last video left unfinished, else the first one not watched. `at` is its place in the list. */
export function ResumeCard({ video, at }: { video: Video; at: number }) {
  const category = useAgeCategory()
  const seen = video.positionSeconds ?? 0
  const cost = playbackBytes(video, useQuality(video._id))
  const progress = progressOf({ durationSeconds: video.durationSeconds, seen, cost })
  const percent = video.durationSeconds ? (seen / video.durationSeconds) * 100 : 0
  return (
    <Card as="article" flush className="resume">
      <Thumb posterUrl={video.posterUrl} motif={motifAt(at)}>
        <Link className="play" to={paths.student.video(video._id)} aria-label={`Play ${video.title}`}>
          <Icon name="play" size="lg" />
        </Link>
        <span className="tag">{progress}</span>
      </Thumb>
      <div className="resume__b">
        <h2>{video.title}</h2>
        {video.description && <p className="muted">{video.description}</p>}
        {seen > 0 && (
          <div className="resume__w">
            <Weave percent={percent} label="Watched" valueText={progress} />
          </div>
        )}
        <div className="row">
          <Link
            className={buttonClass()}
            to={paths.student.video(video._id)}
            aria-label={`Watch Video: ${video.title}`}
          >
            <Icon name="play" size="sm" />
            Watch Video
          </Link>
          {category && <span className="small muted">{formatCount(video.questionCounts[category], 'question')}</span>}
        </div>
      </div>
    </Card>
  )
}

type Progress = Pick<Video, 'durationSeconds'> & { seen: number; cost: number }

function progressOf({ durationSeconds, seen, cost }: Progress): string {
  if (durationSeconds === null) return formatMegabytes(cost)
  if (seen > 0) return `${formatDuration(seen)} of ${formatDuration(durationSeconds)}`
  return `${formatDuration(durationSeconds)} · ${formatMegabytes(cost)}`
}

export function ResumeWaiting() {
  return (
    <Card flush className="resume resume--waiting">
      <Skeleton shape="thumb" />
      <div className="resume__b">
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton shape="short" />
        <Skeleton shape="button" />
      </div>
    </Card>
  )
}

/** Nothing left to watch, or nothing there yet. */
export function AllSeen({ hasVideos }: { hasVideos: boolean }) {
  return (
    <Card className="stack">
      <h2>{hasVideos ? 'You have watched every story' : 'The first stories are on their way'}</h2>
      <p className="muted">
        {hasVideos ? 'Watch one again, or see which quizzes are left.' : 'Look at the board meanwhile.'}
      </p>
      <div className="row">
        <Link className={buttonClass()} to={hasVideos ? paths.student.trivia : paths.student.scholarship}>
          {hasVideos ? 'Show Trivia' : 'Leaderboard'}
        </Link>
      </div>
    </Card>
  )
}

import type { Video } from '@baobab/contract/videos/endpoints.ts'
import type { ReactNode } from 'react'
import { useAgeCategory } from '../api/use-age-category.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatCount, formatMegabytes, formatDuration } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { motifAt } from '../ui/motif.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Thumb } from '../ui/video-card.tsx'
import { Weave } from '../ui/weave.tsx'
import { maxQuestionCount } from '../videos/max-question-count.ts'
import { playbackBytes } from '../videos/quality.ts'
import { UnlockedChip } from '../videos/unlocked.tsx'
import { useQuality } from '../videos/use-quality.ts'
import { text } from './text.ts'

type Props = {
  video: Video
  /** The video's index in the list, which chooses its pattern. */
  index: number
  /** The second button: a link to the video's quiz, if it is open. */
  quiz?: ReactNode
  /** Shown above the title. */
  children?: ReactNode
}

/** The video to watch or resume. */
export function ResumeCard({ video, index, quiz, children }: Props) {
  const category = useAgeCategory()
  const seen = video.positionSeconds ?? 0
  const cost = playbackBytes(video, useQuality(video._id))
  const progress = describeProgress({ durationSeconds: video.durationSeconds, seen, cost })
  const percent = video.durationSeconds ? (seen / video.durationSeconds) * 100 : 0
  return (
    <Card as="article" flush className="resume">
      <Thumb posterUrl={video.posterUrl} motif={motifAt(index)} isFirst>
        <PageLink className="play" to={paths.student.video(video._id)} aria-label={text.play(video.title)}>
          <Icon name="play" size="lg" />
        </PageLink>
        <span className="tag">{progress}</span>
      </Thumb>
      <div className="resume__b">
        {children}
        <UnlockedChip video={video} />
        <h2>{video.title}</h2>
        {video.description && <p className="small muted clip2">{video.description}</p>}
        {seen > 0 && (
          <div className="resume__w">
            <Weave percent={percent} label={text.watched} valueText={progress} />
          </div>
        )}
        <div className="row">
          <PageLink
            className={buttonClass({ kind: quiz ? 'line' : 'main', size: 'sm' })}
            to={paths.student.video(video._id)}
            aria-label={text.watchVideoLabel(video.title)}
          >
            <Icon name="play" size="sm" />
            {text.watchVideo}
          </PageLink>
          {quiz}
          <span className="small muted">
            {formatCount(category ? video.questionCounts[category] : maxQuestionCount(video), 'question')}
          </span>
        </div>
      </div>
    </Card>
  )
}

/** Times in seconds, the data cost of playing in bytes. */
type PlayProgress = Pick<Video, 'durationSeconds'> & { seen: number; cost: number }

function describeProgress({ durationSeconds, seen, cost }: PlayProgress): string {
  if (durationSeconds === null) return formatMegabytes(cost)
  if (seen > 0) return text.watchedTime(formatDuration(seen), formatDuration(durationSeconds))
  return `${formatDuration(durationSeconds)} · ${formatMegabytes(cost)}`
}

export function ResumeSkeleton() {
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

import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { motifAt } from '../ui/motif.tsx'
import { VideoCard } from '../ui/video-card.tsx'
import { CardPlayer } from '../videos/card-player.tsx'
import { isPlayable, playbackBytes } from '../videos/quality.ts'
import { UnlockedChip, UnlockLink } from '../videos/unlocked.tsx'
import { useQuality } from '../videos/use-quality.ts'
import { text } from './text.ts'

/**
 * Up to two videos with a player or a link to unlock them.
 * @param props.all the whole list, in which the index of a video chooses its pattern
 */
export function FeaturedVideos({ videos, all }: { videos: readonly Video[]; all: readonly Video[] }) {
  const category = useAgeCategory()
  const quality = useQuality()
  if (videos.length === 0) return null
  return (
    <section className="stack">
      <div className="row between">
        <h2>{text.featured}</h2>
        <PageLink className={buttonClass({ kind: 'quiet', size: 'sm' })} to={paths.student.videos}>
          {text.showMore}
        </PageLink>
      </div>
      <div className="grid players">
        {videos.map((video) => {
          const motif = motifAt(all.indexOf(video))
          return (
            <VideoCard
              key={video._id}
              title={video.title}
              description={video.description}
              posterUrl={video.posterUrl}
              motif={motif}
              durationSeconds={video.durationSeconds}
              sizeBytes={playbackBytes(video, quality)}
              questionCount={category ? video.questionCounts[category] : undefined}
              isLocked={video.isLocked}
              {...(isPlayable(video) && { media: <CardPlayer video={video} videos={all} /> })}
            >
              <UnlockedChip video={video} />
              {video.isWatched && (
                <Chip kind="ok" icon="check-circle">
                  {text.watchedState}
                </Chip>
              )}
              {video.isLocked ? <UnlockLink title={video.title} size="sm" /> : <WatchLink video={video} />}
            </VideoCard>
          )
        })}
      </div>
    </section>
  )
}

function WatchLink({ video }: { video: Video }) {
  return (
    <PageLink
      className={buttonClass({ size: 'sm' })}
      to={paths.student.video(video._id)}
      aria-label={text.watchVideoLabel(video.title)}
    >
      {text.watchVideo}
    </PageLink>
  )
}

/** At most this many videos are featured on the dashboard. */
const MAX_FEATURED = 2

/**
 * Returns videos other than the one on the first card. Videos with something left to do come first; each group keeps
 * the order of the list.
 */
export function chooseFeaturedVideos(
  videos: readonly Video[],
  offered: Video | undefined,
  isDone: (video: Video) => boolean,
): Video[] {
  const others = videos.filter((video) => video !== offered)
  return [...others.filter((video) => !isDone(video)), ...others.filter(isDone)].slice(0, MAX_FEATURED)
}

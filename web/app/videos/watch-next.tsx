import type { Video } from '@baobab/contract/videos.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { motifAt } from '../ui/motif.tsx'
import { VideoRow } from '../ui/video-card.tsx'
import { videosAfter } from './next-video.ts'
import { formatLengthAndSize } from './length-and-size.ts'
import { useQuality } from './use-quality.ts'

const SHOWN = 3

/** The videos after this one in the operator's order, round to the beginning. */
export function WatchNext({ video, videos }: { video: Video; videos: readonly Video[] }) {
  const quality = useQuality()
  const next = videosAfter(video, videos).slice(0, SHOWN)
  if (next.length === 0) return null
  return (
    <section className="stack">
      <h2 className="h-24">Watch next</h2>
      {next.map((one) => (
        <Link key={one._id} className="vrow" to={paths.student.video(one._id)}>
          <VideoRow
            title={one.title}
            posterUrl={one.posterUrl}
            motif={motifAt(videos.indexOf(one))}
            detail={[formatLengthAndSize(one, quality), ...stateOf(one)].join(', ')}
          />
        </Link>
      ))}
    </section>
  )
}

function stateOf({ isLocked, isWatched }: Video): string[] {
  if (isLocked) return ['locked']
  return isWatched ? ['watched'] : []
}

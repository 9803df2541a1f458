import type { Video } from '@baobab/contract/videos.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { megabytes, playingTime } from '../ui/format.ts'
import { motifAt } from '../ui/motif.tsx'
import { VideoRow } from '../ui/video-card.tsx'

const SHOWN = 3

/** The videos after this one in the operator's order, round to the beginning. */
export function WatchNext({ video, videos }: { video: Video; videos: readonly Video[] }) {
  const at = videos.indexOf(video)
  const next = [...videos.slice(at + 1), ...videos.slice(0, at)].slice(0, SHOWN)
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
            detail={detailOf(one)}
          />
        </Link>
      ))}
    </section>
  )
}

function detailOf({ durationSeconds, sizeBytes, isLocked, isWatched }: Video): string {
  const length = durationSeconds === null ? [] : [playingTime(durationSeconds)]
  const state = isLocked ? ['locked'] : isWatched ? ['watched'] : []
  return [...length, megabytes(sizeBytes), ...state].join(', ')
}

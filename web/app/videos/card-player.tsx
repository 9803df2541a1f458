import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { motifAt } from '../ui/motif.tsx'
import { useDownloadedFirst } from './downloads/use-downloads.ts'
import { findNextVideo } from './next-video.ts'
import { Player } from './player/player.tsx'
import { useMarkWatched } from './use-mark-watched.ts'
import { VideoEnd } from './video-end.tsx'

type Props = {
  video: Video
  videos: readonly Video[]
  /** Whether its cover is the first picture of the page. */
  isFirst?: boolean
}

/**
 * The player in a card of a list. It loads nothing but the poster before the tap.
 * @param props.videos the whole list, from which the next video is chosen
 */
export function CardPlayer({ video, videos, isFirst = false }: Props) {
  const played = useDownloadedFirst(video)
  const { mark } = useMarkWatched(video)
  const next = findNextVideo(video, videos)
  return (
    <Player
      video={played}
      motif={motifAt(videos.indexOf(video))}
      isDownloaded={played !== video}
      isFirst={isFirst}
      renderEnd={(watchAgain) => <VideoEnd video={video} next={next} onWatchAgain={watchAgain} />}
      onEnded={mark}
    />
  )
}

import type { Video } from '@baobab/contract/videos.ts'
import { formatMegabytes, formatDuration } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { MotifName } from '../../ui/motif.tsx'
import { CostTag, Thumb } from '../../ui/thumb.tsx'
import { NextUp } from './next-up.tsx'
import type { PlayerControl } from './use-player.ts'

type Props = {
  video: Video
  motif: MotifName
  player: PlayerControl
  /** What a play costs, in bytes. */
  cost: number
  /** What is said now, where there is no picture to write it on. */
  words: string
  next: Video | undefined
}

/** Over the stage where there is no picture: before the tap, until the first frame, with sound alone, after the end. */
export function PlayerCover({ video, motif, player, cost, words, next }: Props) {
  const { isOpen, view } = player
  const cover = { posterUrl: video.posterUrl, motif }
  if (isOpen && view.isEnded && next) return <NextUp next={next} onAgain={player.toggle} {...cover} />
  if (!isOpen || view.isEnded) {
    return (
      <Thumb {...cover}>
        <CostTag durationSeconds={video.durationSeconds} sizeBytes={cost} />
        <button
          type="button"
          className="play"
          aria-label={coverLabel({ video, cost, isEnded: view.isEnded })}
          onClick={player.toggle}
        >
          <Icon name={view.isEnded ? 'arrow-counter-clockwise' : 'play'} size="lg" />
        </button>
      </Thumb>
    )
  }
  if (view.hasPicture) return null
  return (
    <div className="player__cover">
      <Thumb {...cover} />
      {words !== '' && <p className="player__words">{words}</p>}
    </div>
  )
}

function coverLabel({ video, cost, isEnded }: { video: Video; cost: number; isEnded: boolean }): string {
  const { title, durationSeconds } = video
  if (isEnded) return `Play again: ${title}`
  const length = durationSeconds === null ? [] : [formatDuration(durationSeconds)]
  return [`Play ${title}`, ...length, formatMegabytes(cost)].join(', ')
}

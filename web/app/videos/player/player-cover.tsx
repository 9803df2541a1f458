import type { Video } from '@baobab/contract/videos.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatDuration, formatMegabytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { MotifName } from '../../ui/motif.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { CostTag, Thumb } from '../../ui/thumb.tsx'
import { formatLengthAndSize } from '../quality.ts'
import { useQuality } from '../use-quality.ts'
import { AUTOPLAY_STATE } from './autoplay.ts'
import { text } from './text.ts'
import type { PlayerControl } from './use-player.ts'

type Props = {
  video: Video
  motif: MotifName
  player: PlayerControl
  /** The size of one play. */
  bytes: number
  /** The current caption, if there is no picture on which the browser could draw it. */
  caption: string
  next: Video | undefined
}

/**
 * Covers the player while there is no picture: before the tap, until the first frame, with sound only, and after the
 * end.
 */
export function PlayerCover({ video, motif, player, bytes, caption, next }: Props) {
  const { isOpen, view } = player
  const cover = { posterUrl: video.posterUrl, motif }
  if (isOpen && view.isEnded && next) return <NextUp next={next} onWatchAgain={player.toggle} {...cover} />
  if (!isOpen || view.isEnded) {
    return (
      <Thumb {...cover}>
        <CostTag durationSeconds={video.durationSeconds} sizeBytes={bytes} />
        <button
          type="button"
          className="play"
          aria-label={view.isEnded ? text.playAgain(video.title) : playLabel(video, bytes)}
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
      {caption !== '' && <p className="player__caption">{caption}</p>}
    </div>
  )
}

function playLabel({ title, durationSeconds }: Video, bytes: number): string {
  const length = durationSeconds === null ? [] : [formatDuration(durationSeconds)]
  return text.playVideo(title, ...length, formatMegabytes(bytes))
}

type NextUpProps = { next: Video; posterUrl: string | null; motif: MotifName; onWatchAgain: () => void }

/** Shown after the end: the next video with its size. Nothing plays by itself, because data is expensive. */
function NextUp({ next, posterUrl, motif, onWatchAgain }: NextUpProps) {
  const quality = useQuality(next._id)
  return (
    <>
      <Thumb posterUrl={posterUrl} motif={motif} />
      <div className="player__over" role="group" aria-label={text.nextUp}>
        <p role="status">
          {richText(text.nextUpTitle, { title: <b>{next.title}</b> })}
          <br />
          <span className="small">{formatLengthAndSize(next, quality)}</span>
        </p>
        <div className="player__ways">
          <Link
            className={buttonClass({ kind: 'accent', size: 'sm' })}
            to={paths.student.video(next._id)}
            state={AUTOPLAY_STATE}
          >
            <Icon name="play" size="sm" />
            {text.playNext}
          </Link>
          <Button kind="line" size="sm" onClick={onWatchAgain}>
            {text.watchAgain}
          </Button>
        </div>
      </div>
    </>
  )
}

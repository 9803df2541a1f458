import type { Video } from '@baobab/contract/videos/endpoints.ts'
import type { ComponentProps, ReactNode } from 'react'
import { formatDuration, formatMegabytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { MotifName } from '../../ui/motif.tsx'
import { CostTag, Thumb } from '../../ui/video-card.tsx'
import { text } from './text.ts'
import type { PlayerControl } from './use-player.ts'

type Props = {
  video: Video
  motif: MotifName
  player: PlayerControl
  /** The size of one play. */
  bytes: number
  /** The current caption and its language, if there is no picture on which the browser could draw it. */
  captions: { caption: string; language: string | undefined }
  renderEnd?: ((watchAgain: () => void) => ReactNode) | undefined
} & Pick<ComponentProps<typeof Thumb>, 'shownIn' | 'isFirst'>

/**
 * Covers the player while there is no picture: before the tap, until the first frame, with sound only, and after the
 * end.
 */
export function PlayerCover(props: Props) {
  const { video, motif, player, bytes, captions, renderEnd, ...place } = props
  const { isOpen, view } = player
  const cover = { posterUrl: video.posterUrl, motif, ...place }
  if (isOpen && view.isEnded && renderEnd)
    return (
      <>
        {!view.hasPicture && <Thumb {...cover} />}
        {renderEnd(player.toggle)}
      </>
    )
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
      {captions.caption !== '' && (
        <p className="player__caption" lang={captions.language}>
          {captions.caption}
        </p>
      )}
    </div>
  )
}

function playLabel({ title, durationSeconds }: Video, bytes: number): string {
  const length = durationSeconds === null ? [] : [formatDuration(durationSeconds)]
  return text.playVideo(title, ...length, formatMegabytes(bytes))
}

import { useStudentSession } from '../api/session.ts'
import { megabytes, playingTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import type { MotifName } from '../ui/motif.tsx'
import { CostTag, Thumb } from '../ui/thumb.tsx'
import { PlayerControls } from './player-controls.tsx'
import { PlayerTrouble } from './player-trouble.tsx'
import type { Playable } from './player-view.ts'
import { useCaptions } from './use-captions.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useKeptPlace } from './use-kept-place.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { usePlayer } from './use-player.ts'

type Props = {
  /** Give the player its `_id` as key: another film is another player. */
  video: Playable
  motif: MotifName
  onNearEnd?: () => void
}

/** Plays one film. Nothing of it is fetched before the tap, and what it will cost stands on the cover. */
export function Player({ video, motif, onNearEnd }: Props) {
  const player = usePlayer({ video, onNearEnd })
  const { media, src, hasStarted, view } = player
  const captions = useCaptions(media, hasStarted && video.captionsUrl !== null)
  const { frame, ...screen } = useFullScreen(media)
  useKeptPlace(media, video._id, useStudentSession() !== undefined)
  usePlayerKeys(frame, { player, captions, screen })

  const isCovered = !hasStarted || view.isEnded
  return (
    <div className="player" role="group" aria-label={`Player: ${video.title}`} ref={frame}>
      <div className="player__stage">
        <video
          ref={media}
          src={src}
          preload="none"
          playsInline
          width={320}
          height={240}
          aria-label={video.title}
          onClick={player.toggle}
        >
          {/* Its file is asked for with the film, not before. */}
          <track kind="captions" srcLang="en" label="English" src={(hasStarted && video.captionsUrl) || undefined} />
        </video>
        {isCovered && (
          <Thumb posterUrl={video.posterUrl} motif={motif}>
            <CostTag durationSeconds={video.durationSeconds} sizeBytes={video.sizeBytes} />
            <button type="button" className="play" aria-label={coverLabel(video, view.isEnded)} onClick={player.toggle}>
              <Icon name={view.isEnded ? 'arrow-counter-clockwise' : 'play'} size="lg" />
            </button>
          </Thumb>
        )}
        <PlayerTrouble player={player} />
      </div>
      <PlayerControls
        title={video.title}
        player={player}
        captions={video.captionsUrl ? captions : null}
        screen={screen}
      />
      {!hasStarted && (
        <p className="ctl__data">
          <Icon name="device-mobile" size="sm" />
          Playing this uses {megabytes(video.sizeBytes)}
        </p>
      )}
    </div>
  )
}

function coverLabel({ title, durationSeconds, sizeBytes }: Playable, isEnded: boolean): string {
  if (isEnded) return `Play again: ${title}`
  const length = durationSeconds === null ? [] : [playingTime(durationSeconds)]
  return [`Play ${title}`, ...length, megabytes(sizeBytes)].join(', ')
}

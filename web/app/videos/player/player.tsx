import type { Video } from '@baobab/contract/videos.ts'
import { useStudentSession } from '../../api/session.ts'
import type { MotifName } from '../../ui/motif.tsx'
import { PlayerControls } from './player-controls.tsx'
import { PlayerCover } from './player-cover.tsx'
import { PlayerDataUsage } from './player-data-usage.tsx'
import { PlayerShortcuts } from './player-shortcuts.tsx'
import { PlayerStatus } from './player-status.tsx'
import { playbackBytes, findRendition } from '../quality.ts'
import { useCaptions } from './use-captions.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useSavePosition } from './use-save-position.ts'
import { usePictureInPicture } from './use-picture-in-picture.ts'
import { usePlayerShortcuts } from './use-player-shortcuts.ts'
import { usePlayer } from './use-player.ts'
import { useQuality } from '../use-quality.ts'
import { useSpeed } from './use-speed.ts'

type Props = {
  /** One that can be played. Give the player its `_id` as key: another film is another player. */
  video: Video
  motif: MotifName
  /** It plays from this phone. */
  isKept?: boolean
  startsNow?: boolean
  /** Offered after the end. */
  next?: Video | undefined
  onNearEnd?: () => void
}

/** Plays one film. Nothing of it is fetched before the tap, and what it will cost stands on the cover. */
export function Player({ video, motif, isKept = false, startsNow, next, onNearEnd }: Props) {
  const quality = useQuality(video._id)
  const playing = findRendition(video, quality)?.quality ?? null
  const cost = playbackBytes(video, quality)
  const player = usePlayer({ video, quality, startsNow, onNearEnd })
  const { media, hasStarted, view } = player
  const captions = useCaptions(media, { hasTrack: hasStarted && video.captionsUrl !== null, isText: view.isSoundAlone })
  const speed = useSpeed(media)
  const picture = usePictureInPicture(media)
  const { frame, ...screen } = useFullScreen(media)
  useSavePosition({ media, place: player.place, videoId: video._id, isKept: useStudentSession() !== undefined })
  usePlayerShortcuts(frame, { player, captions, screen, speed })

  return (
    <div className="player" role="group" aria-label={`Player: ${video.title}`} ref={frame}>
      <div className="player__stage">
        <video
          ref={media}
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
        <PlayerCover video={video} motif={motif} player={player} cost={cost} words={captions.words} next={next} />
        <PlayerStatus player={player} />
      </div>
      <PlayerControls
        title={video.title}
        player={player}
        speed={speed}
        captions={video.captionsUrl ? captions : null}
        picture={picture.isThere && view.hasPicture ? picture : null}
        screen={screen}
      />
      <PlayerDataUsage quality={playing} cost={cost} hasStarted={hasStarted} isKept={isKept} />
      <PlayerShortcuts />
    </div>
  )
}

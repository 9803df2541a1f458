import { languageNames } from '@baobab/contract/kernel/languages.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { listCaptions } from '../captions.ts'
import type { Video, Quality } from '@baobab/contract/videos/endpoints.ts'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState, type RefObject } from 'react'
import { useStudentSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { formatMegabytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { MotifName } from '../../ui/motif.tsx'
import { focusQualityPicker, QUALITY_PICKER_ID } from '../quality-picker.tsx'
import { useReadAloud } from '../../read-aloud/use-read-aloud.ts'
import { toPlainText } from '@baobab/contract/videos/transcript.ts'
import { findRendition, playbackBytes, qualityLabels } from '../quality.ts'
import { useQuality } from '../use-quality.ts'
import { useTrack } from '../use-track.ts'
import { PlayerControls } from './player-controls.tsx'
import { PlayerCover } from './player-cover.tsx'
import { useSpeed } from './speed.ts'
import { shortcuts, text } from './text.ts'
import { useCaptions } from './use-captions.ts'
import { usePlayerShortcuts } from './use-player-shortcuts.ts'
import { usePlayer, type PlayerControl } from './use-player.ts'
import { useSavePosition } from './use-save-position.ts'

type Props = {
  /** The video to play. Give the player its `_id` as key: each video needs a player of its own. */
  video: Video
  motif: MotifName
  isDownloaded?: boolean
  /** Where to start, in seconds; without it, where the video was left. */
  startAt?: number | undefined
  /** Plays immediately, because the student tapped on the page before. */
  autoplays?: boolean
  /** Renders what is shown over the last frame. Without it there is a button to play again. */
  renderEnd?: (watchAgain: () => void) => ReactNode
  onNearEnd?: () => void
  onEnded?: () => void
} & Pick<ComponentProps<typeof PlayerCover>, 'shownIn' | 'isFirst'>

/** Plays one video. Nothing is requested before the student taps Play, and the video's size is on the cover. */
export function Player({
  video,
  motif,
  isDownloaded = false,
  startAt,
  autoplays,
  onNearEnd,
  onEnded,
  ...cover
}: Props) {
  const quality = useQuality(video._id)
  const playing = findRendition(video, quality)?.quality ?? null
  const bytes = playbackBytes(video, quality)
  const player = usePlayer({ video, quality, startAt, autoplays, onNearEnd, onEnded })
  const { media, hasStarted, view } = player
  const tracks = listCaptions(video)
  const captions = useCaptions(media, { captions: tracks, hasTracks: hasStarted, isText: view.isSoundOnly })
  const speed = useSpeed(media)
  const pictureInPicture = usePictureInPicture(media)
  const { frame, ...fullScreen } = useFullScreen(media)
  const readAloud = useReadAloud()
  useSavePosition({
    media,
    position: player.position,
    videoId: video._id,
    isEnabled: useStudentSession() !== undefined,
  })
  useTrack(hasStarted && video.secondsToPlay !== 0, ({ trackPlayed }) =>
    media.current ? trackPlayed({ element: media.current, videoId: video._id }) : undefined,
  )
  usePlayerShortcuts(frame, { player, captions, fullScreen, speed })

  return (
    <div className="player" role="group" aria-label={text.player(video.title)} ref={frame}>
      <div className="player__stage">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- it has a track for each language */}
        <video
          ref={media}
          preload="none"
          playsInline
          width={320}
          height={240}
          aria-label={video.title}
          onClick={player.toggle}
        >
          {/* The captions are requested with the video, not before, and only those that are shown. */}
          {tracks.map(({ language, url }) => (
            <track
              key={language}
              kind="captions"
              srcLang={language}
              label={languageNames[language]}
              src={hasStarted ? url : undefined}
            />
          ))}
        </video>
        <PlayerCover video={video} motif={motif} player={player} bytes={bytes} captions={captions} {...cover} />
        <Status player={player} />
      </div>
      <PlayerControls
        title={video.title}
        player={player}
        speed={speed}
        captions={tracks.length > 0 ? captions : null}
        pictureInPicture={pictureInPicture.isSupported && view.hasPicture ? pictureInPicture : null}
        fullScreen={fullScreen}
        reading={
          readAloud && video.captionsUrl && video.speech !== 'spoken' ? (
            <readAloud.ReadCaptions media={media} hasTrack={hasStarted} toPlainText={toPlainText} />
          ) : null
        }
      />
      <DataUsage quality={playing} bytes={bytes} hasStarted={hasStarted} isDownloaded={isDownloaded} />
      <Shortcuts />
    </div>
  )
}

/** Shown over the picture: loading, offline, or broken. */
function Status({ player }: { player: PlayerControl }) {
  const { fault, view, isOnline } = player
  if (fault === 'broken' || fault === 'offline') {
    return (
      <div className="player__over" role="alert">
        <p>{fault === 'offline' ? commonText.offline : text.broken}</p>
        <Button size="sm" onClick={player.retry}>
          {text.tryAgain}
        </Button>
      </div>
    )
  }
  const isWaiting = fault === 'recovering' || view.isWaiting
  return (
    <div className={isWaiting ? 'player__over player__over--wait' : 'sr'} role="status">
      {isWaiting && <span className="spin" aria-hidden="true" />}
      {isWaiting && <p>{isOnline ? text.loading : text.offline}</p>}
    </div>
  )
}

type DataUsageProps = {
  bytes: number
  /** Null if there is nothing to choose between. */
  quality: Quality | null
  hasStarted: boolean
  isDownloaded: boolean
}

/** Shown below the controls: the quality and the data that one play uses. */
function DataUsage({ bytes, quality, hasStarted, isDownloaded }: DataUsageProps) {
  const size = formatMegabytes(bytes)
  if (isDownloaded || quality === null) {
    if (!isDownloaded && hasStarted) return null
    return (
      <p className="ctl__data">
        <Icon name="device-mobile" size="sm" />
        {isDownloaded ? text.playsFromPhone : text.playingUses(size)}
      </p>
    )
  }
  return (
    <p className="ctl__data ctl__data--choice">
      <Icon name="download-simple" />
      <span>{text.qualityAndSize(qualityLabels[quality].name, size)}</span>
      <a
        href={`#${QUALITY_PICKER_ID}`}
        aria-label={text.changeLabel}
        onClick={(event) => {
          event.preventDefault()
          focusQualityPicker()
        }}
      >
        {text.change}
      </a>
    </p>
  )
}

/** Lists the keyboard shortcuts; the style sheet shows them on devices that are likely to have a keyboard. */
function Shortcuts() {
  return (
    <p className="ctl__keys">
      {shortcuts.map(({ keys, action }) => (
        <span key={action}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{' '}
          {action}
        </span>
      ))}
    </p>
  )
}

/** Shows the player with its controls in full screen. An iPhone supports full screen for the video element only. */
function useFullScreen(media: RefObject<HTMLVideoElement | null>) {
  const frame = useRef<HTMLDivElement>(null)
  const [isOn, setOn] = useState(false)

  useEffect(() => {
    const read = () => setOn(frame.current !== null && document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [])

  // An iPhone would show only the last frame, without what is offered after the end.
  useEffect(() => {
    const video = media.current
    const leave = () => {
      if (video && hasWebkitFullScreen(video)) video.webkitExitFullscreen()
    }
    video?.addEventListener('ended', leave)
    return () => video?.removeEventListener('ended', leave)
  }, [media])

  const toggle = () => {
    if (isOn) return void document.exitFullscreen().catch(() => undefined)
    const element = frame.current
    if (element && document.fullscreenEnabled) return void element.requestFullscreen().catch(() => undefined)
    const video = media.current
    if (video && hasWebkitFullScreen(video)) video.webkitEnterFullscreen()
  }
  return { frame, isOn, toggle }
}

function hasWebkitFullScreen(
  video: HTMLVideoElement,
): video is HTMLVideoElement & { webkitEnterFullscreen: () => void; webkitExitFullscreen: () => void } {
  return 'webkitEnterFullscreen' in video
}

/** Shows the video in a small window above all others, if the browser supports it. */
function usePictureInPicture(media: RefObject<HTMLVideoElement | null>) {
  const [isOn, setOn] = useState(false)
  const [isSupported] = useState(() => document.pictureInPictureEnabled === true)

  useEffect(() => {
    const element = media.current
    if (!element) return
    const read = () => setOn(document.pictureInPictureElement === element)
    element.addEventListener('enterpictureinpicture', read)
    element.addEventListener('leavepictureinpicture', read)
    return () => {
      element.removeEventListener('enterpictureinpicture', read)
      element.removeEventListener('leavepictureinpicture', read)
    }
  }, [media])

  const toggle = () => {
    const change = isOn ? document.exitPictureInPicture() : media.current?.requestPictureInPicture()
    change?.catch(() => undefined)
  }
  return { isSupported, isOn, toggle }
}

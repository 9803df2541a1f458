import type { Video, Quality } from '@baobab/contract/videos/endpoints.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useOnline } from '../../ui/use-online.ts'
import { findSource } from '../quality.ts'
import { pauseOtherPlayers } from './exclusive-playback.ts'
import { isNearEnd, resumePosition } from './player-view.ts'
import { useMediaEvents } from './use-media-events.ts'
import { useMediaView } from './use-media-view.ts'
import { usePlaybackRecovery } from './use-playback-recovery.ts'
import { useSource } from './use-source.ts'

type Options = {
  video: Video
  quality: Quality
  /** Where to start, in seconds; without it, where the video was left. */
  startAt?: number | undefined
  autoplays?: boolean | undefined
  onNearEnd?: (() => void) | undefined
  onEnded?: (() => void) | undefined
}

/** Controls one media element. Nothing is requested before the user presses Play. */
export function usePlayer({ video, quality, startAt, autoplays = false, onNearEnd, onEnded }: Options) {
  const media = useRef<HTMLVideoElement>(null)
  const [start] = useState(() => startAt ?? resumePosition(video))
  const [hasStarted, setStarted] = useState(false)
  const isOnline = useOnline()

  const mediaView = useMediaView(media, { start, length: video.durationSeconds ?? 0 })
  const { position, seekTo } = mediaView
  const recovery = usePlaybackRecovery({ videoId: video._id, position })
  const source = useSource(media)
  const isOpening = source.phase === 'opening'
  const view = {
    ...mediaView.view,
    isPlaying: mediaView.view.isPlaying || isOpening,
    isWaiting: mediaView.view.isWaiting || isOpening,
  }

  /** If a paused video fails, it is closed until the user plays it again. */
  const fail = () => (media.current?.paused ? source.close() : recovery.recover())
  const open = (openedVideo: Video) => {
    const videoSource = findSource(openedVideo, quality)
    if (!videoSource) return
    setStarted(true)
    void source.open(videoSource, { position: position.current, onFault: fail })
  }

  useMediaEvents(media, (type, element) => {
    if (type === 'play') pauseOtherPlayers(element)
    if (type === 'playing') recovery.clear()
    if (type === 'error') fail()
    if (type === 'ended') onEnded?.()
    if (!element.paused && isNearEnd(position.current, element.duration)) onNearEnd?.()
  })
  useOnValue(recovery.recovered, ({ video: fresh }) => open(fresh))
  useOnValue(autoplays || undefined, () => open(video))
  useOnChange(quality, () => {
    if (source.phase === 'closed') return
    if (view.isEnded) seekTo(0)
    // A paused video stays paused, and uses no data until it is played.
    if (view.isPlaying) open(video)
    else source.close()
  })

  const toggle = () => {
    const element = media.current
    if (!element) return
    if (source.phase === 'closed') open(video)
    else if (isOpening) source.close()
    else if (element.paused) element.play().catch(() => undefined)
    else element.pause()
  }

  return {
    media,
    position,
    hasStarted,
    /** Whether a source is attached to the element, or was requested. */
    isOpen: source.phase !== 'closed',
    view,
    fault: recovery.fault,
    isOnline,
    toggle,
    seekTo,
    skip: (seconds: number) => seekTo(view.position + seconds),
    toggleMute: () => changeVolume(media.current, view.isMuted ? view.volume || 1 : 0),
    changeVolume: (volume: number) => changeVolume(media.current, volume),
    retry: recovery.retry,
  }
}

export type PlayerControl = ReturnType<typeof usePlayer>

/** Volume 0 mutes, but the previous volume is remembered. */
function changeVolume(element: HTMLVideoElement | null, volume: number): void {
  if (!element) return
  element.muted = volume <= 0
  if (volume > 0) element.volume = Math.min(1, volume)
}

/** Calls `run` with each new value that is not undefined. */
function useOnValue<T>(value: T | undefined, run: (value: T) => void): void {
  const runLatest = useEffectEvent(run)
  useEffect(() => {
    if (value !== undefined) runLatest(value)
  }, [value])
}

/** Calls `run` when the value changes, not for the first one. */
function useOnChange(value: string, run: () => void): void {
  const before = useRef(value)
  const runLatest = useEffectEvent(run)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    runLatest()
  }, [value])
}

import type { Quality, Video } from '@baobab/contract/videos.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useOnline } from '../../ui/use-online.ts'
import { pauseOtherPlayers } from './exclusive-playback.ts'
import { isNearEnd, resumePosition } from './player-view.ts'
import { findSource } from '../quality.ts'
import { useMediaEvents } from './use-media-events.ts'
import { useMediaView } from './use-media-view.ts'
import { usePlaybackRecovery } from './use-playback-recovery.ts'
import { useSource } from './use-source.ts'

type Options = {
  video: Video
  quality: Quality
  /** Somebody has tapped for it before this page was there. */
  startsNow?: boolean | undefined
  onNearEnd?: (() => void) | undefined
}

/** Drives one media element. Nothing is fetched before somebody wants to see it. */
export function usePlayer({ video, quality, startsNow = false, onNearEnd }: Options) {
  const media = useRef<HTMLVideoElement>(null)
  const [start] = useState(() => resumePosition(video))
  const [hasStarted, setStarted] = useState(false)
  const isOnline = useOnline()

  const film = useMediaView(media, { start, length: video.durationSeconds ?? 0 })
  const { place, seekTo } = film
  const mending = usePlaybackRecovery({ videoId: video._id, place })
  const source = useSource(media)
  const isOpening = source.phase === 'opening'
  const view = {
    ...film.view,
    isPlaying: film.view.isPlaying || isOpening,
    isWaiting: film.view.isWaiting || isOpening,
  }

  /** A film at rest that fails is put away until somebody wants it again. */
  const fail = () => (media.current?.paused ? source.close() : mending.mend())
  const open = (of: Video) => {
    const from = findSource(of, quality)
    if (!from) return
    setStarted(true)
    void source.open(from, { at: place.current, onFault: fail })
  }

  useMediaEvents(media, (type, element) => {
    if (type === 'play') pauseOtherPlayers(element)
    if (type === 'playing') mending.heal()
    if (type === 'error') fail()
    if (!element.paused && isNearEnd(place.current, element.duration)) onNearEnd?.()
  })
  useOnce(mending.mended, ({ video: fresh }) => open(fresh))
  useOnce(startsNow || undefined, () => open(video))
  useChange(quality, () => {
    if (source.phase === 'closed') return
    if (view.isEnded) seekTo(0)
    // A film at rest stays so, and costs nothing until it is wanted.
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
    place,
    hasStarted,
    /** There is a film on the element, or on its way. */
    isOpen: source.phase !== 'closed',
    view,
    fault: mending.fault,
    isOnline,
    toggle,
    seekTo,
    skip: (seconds: number) => seekTo(view.position + seconds),
    toggleMute: () => changeVolume(media.current, view.isMuted ? view.volume || 1 : 0),
    changeVolume: (volume: number) => changeVolume(media.current, volume),
    retry: mending.retry,
  }
}

export type PlayerControl = ReturnType<typeof usePlayer>

/** 0 mutes and keeps the loudness for later. */
function changeVolume(element: HTMLVideoElement | null, volume: number): void {
  if (!element) return
  element.muted = volume <= 0
  if (volume > 0) element.volume = Math.min(1, volume)
}

/** Acts when there is a value, and when there is another one. */
function useOnce<T>(value: T | undefined, act: (value: T) => void): void {
  const run = useEffectEvent(act)
  useEffect(() => {
    if (value !== undefined) run(value)
  }, [value])
}

/** Acts when a value is another than before. */
function useChange(value: string, act: () => void): void {
  const before = useRef(value)
  const run = useEffectEvent(act)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    run()
  }, [value])
}

import type { Video, Quality } from '@baobab/contract/videos/endpoints.ts'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useOnline } from '../../ui/online.tsx'
import { findSource, type VideoSource } from '../quality.ts'
import { pauseOtherPlayers } from './exclusive-playback.ts'
import { isNearEnd, resumePosition, readView, type PlayerView } from './player-view.ts'
import { usePlaybackRecovery } from './use-playback-recovery.ts'

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

type UseMediaViewOptions = {
  /** The position to start at, in seconds. */
  start: number
  /** The video's length in seconds according to the server. */
  length: number
}

/**
 * Reads the state from the media element after each of its events. `position` is kept when the source is replaced, so
 * that the new source continues where the previous one was.
 */
function useMediaView(media: RefObject<HTMLVideoElement | null>, { start, length }: UseMediaViewOptions) {
  const position = useRef(start)
  const isPositioned = useRef(false)
  const [view, setView] = useState<PlayerView>(() => initialView(start, length))

  useMediaEvents(media, (type, element) => {
    if (type === 'emptied') isPositioned.current = false
    if (type === 'loadedmetadata') {
      if (position.current > 0) setPosition(element, position.current)
      isPositioned.current = true
    }
    if (type === 'timeupdate' && isPositioned.current) position.current = element.currentTime
    setView(readView(element, position.current, length))
  })

  const seekTo = (seconds: number) => {
    const element = media.current
    if (!element) return
    position.current = Math.min(Math.max(0, seconds), view.duration)
    if (isPositioned.current) setPosition(element, position.current)
    setView(readView(element, position.current, length))
  }

  return { view, position, seekTo }
}

function setPosition(element: HTMLVideoElement, seconds: number): void {
  element.currentTime = seconds
}

function initialView(position: number, duration: number): PlayerView {
  return {
    isPlaying: false,
    isWaiting: false,
    isEnded: false,
    hasPicture: false,
    isSoundOnly: false,
    position,
    duration,
    isMuted: false,
    volume: 1,
  }
}

const HLS_TYPE = 'application/vnd.apple.mpegurl'

/** `opening`: requested by the user, but not attached yet. */
type Phase = 'closed' | 'opening' | 'open'

type AttachOptions = {
  /** The start position in seconds. */
  position: number
  /** Called when playback cannot continue by itself: the link expired, the network was lost, or the file is broken. */
  onFault: () => void
  signal: AbortSignal
}

/** Attaches video sources to the media element and detaches them: only one at a time, and none after unmounting. */
function useSource(media: RefObject<HTMLVideoElement | null>) {
  const [phase, setPhase] = useState<Phase>('closed')
  const opening = useRef<AbortController>(undefined)
  const detach = useRef<() => void>(undefined)

  const clear = () => {
    opening.current?.abort()
    detach.current?.()
    detach.current = undefined
  }
  useEffect(() => clear, [])

  /** Plays a source from a position. */
  const open = async (source: VideoSource, options: Omit<AttachOptions, 'signal'>) => {
    clear()
    const element = media.current
    if (!element) return
    // Some browsers play sound only on elements that were used during the tap, and hls.js may load long after it.
    element.load()
    const { signal } = (opening.current = new AbortController())
    setPhase('opening')
    const detachSource = await attachSource(element, source, { ...options, signal })
    if (signal.aborted) return
    detach.current = detachSource
    setPhase('open')
    element.play().catch(() => undefined)
  }

  const close = () => {
    clear()
    setPhase('closed')
  }
  return { phase, open, close }
}

/**
 * Attaches a source: the stream through hls.js, or through the browser's own HLS if hls.js does not run, or else the
 * file.
 * @returns a function that detaches it
 */
async function attachSource(
  element: HTMLVideoElement,
  { playlistUrl, ladderUrl, fileUrl }: VideoSource,
  { position, onFault, signal }: AttachOptions,
): Promise<() => void> {
  const engine = playlistUrl === undefined ? undefined : await loadEngine()
  if (signal.aborted) return () => undefined
  if (playlistUrl !== undefined && engine) {
    return engine.playStream(element, { playlistUrl, ladderUrl, position, onFault })
  }
  element.src = playlistUrl !== undefined && element.canPlayType(HLS_TYPE) !== '' ? playlistUrl : fileUrl
  return () => {
    element.removeAttribute('src')
    element.load()
  }
}

/** Returns undefined if hls.js cannot be loaded, or if the browser lacks Media Source Extensions. */
async function loadEngine() {
  const engine = await import('./hls-engine.ts').catch(() => undefined)
  return engine?.isSupported() ? engine : undefined
}

const EVENTS = [
  'play',
  'playing',
  'pause',
  'waiting',
  'canplay',
  'loadeddata',
  'seeking',
  'seeked',
  'timeupdate',
  'loadedmetadata',
  'durationchange',
  'volumechange',
  'emptied',
  'ended',
  'error',
] as const
type MediaEventType = (typeof EVENTS)[number]

/** Calls `onEvent` after each event of the element that changes what the player shows. */
function useMediaEvents(
  media: RefObject<HTMLVideoElement | null>,
  onEvent: (type: MediaEventType, element: HTMLVideoElement) => void,
): void {
  const notify = useEffectEvent(onEvent)
  useEffect(() => {
    const element = media.current
    if (!element) return
    const listening = new AbortController()
    for (const type of EVENTS) {
      element.addEventListener(type, () => notify(type, element), { signal: listening.signal })
    }
    return () => listening.abort()
  }, [media])
}

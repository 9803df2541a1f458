import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useOnline } from '../ui/use-online.ts'
import { freshLink } from './cached-videos.ts'
import { takeTheStage } from './one-at-a-time.ts'
import { isNearEnd, placeToResume, viewOf, type Playable, type PlayerView } from './player-view.ts'

/** `mending`: the link ran out and a new one is on its way. */
export type Fault = 'none' | 'mending' | 'offline' | 'broken'

const EVENTS = [
  'play',
  'playing',
  'pause',
  'waiting',
  'canplay',
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

/** A second fault this close to the first one is the file's, not the link's. */
const SAME_FAULT_SECONDS = 10

type Options = { video: Playable; onNearEnd?: (() => void) | undefined }

/** Drives one media element: the element is the truth, this reads it after each of its events. */
export function usePlayer({ video, onNearEnd }: Options) {
  const media = useRef<HTMLVideoElement>(null)
  const length = video.durationSeconds ?? 0
  const [start] = useState(() => placeToResume(video))
  const place = useRef(start)
  const mendedAt = useRef<number>(undefined)
  const [view, setView] = useState<PlayerView>(() => resting(start, length))
  // The list is read again while the film plays and may bring another link: that must not start the film anew.
  const [pinned, pin] = useState<string>()
  const [fault, setFault] = useState<Fault>('none')
  const isOnline = useOnline()

  const goOn = async () => {
    setFault('mending')
    const url = await freshLink(video._id)
    const element = media.current
    if (!element) return
    if (url === undefined) return setFault(navigator.onLine ? 'broken' : 'offline')
    setFault('none')
    if (element.getAttribute('src') === url) element.load()
    else flushSync(() => pin(url))
    element.play().catch(() => undefined)
  }

  const mend = () => {
    if (!navigator.onLine) return setFault('offline')
    const isSame = mendedAt.current !== undefined && Math.abs(place.current - mendedAt.current) < SAME_FAULT_SECONDS
    if (isSame) return setFault('broken')
    mendedAt.current = place.current
    void goOn()
  }

  const read = useEffectEvent((element: HTMLVideoElement, type: string) => {
    if (type === 'play') {
      takeTheStage(element)
      pin(element.getAttribute('src') ?? undefined)
    }
    if (type === 'loadedmetadata' && place.current > 0) element.currentTime = place.current
    if (type === 'timeupdate' && element.readyState > 0) place.current = element.currentTime
    if (type === 'playing') setFault('none')
    if (type === 'error') mend()
    const next = viewOf(element, place.current, length)
    setView(next)
    if (next.isPlaying && isNearEnd(next.position, next.duration)) onNearEnd?.()
  })

  useEffect(() => {
    const element = media.current
    if (!element) return
    const listen = (event: Event) => read(element, event.type)
    for (const type of EVENTS) element.addEventListener(type, listen)
    return () => {
      for (const type of EVENTS) element.removeEventListener(type, listen)
    }
  }, [])

  const goOnAfterOffline = useEffectEvent(() => {
    if (fault === 'offline') void goOn()
  })
  useEffect(() => {
    const listen = () => goOnAfterOffline()
    addEventListener('online', listen)
    return () => removeEventListener('online', listen)
  }, [])

  const seekTo = (seconds: number) => {
    const element = media.current
    if (!element) return
    place.current = Math.min(Math.max(0, seconds), view.duration)
    if (element.readyState > 0) element.currentTime = place.current
    setView(viewOf(element, place.current, length))
  }

  return {
    media,
    src: pinned ?? video.videoUrl,
    hasStarted: pinned !== undefined,
    view,
    fault,
    isOnline,
    toggle: () => {
      const element = media.current
      if (!element) return
      if (element.paused) element.play().catch(() => undefined)
      else element.pause()
    },
    seekTo,
    skip: (seconds: number) => seekTo(view.position + seconds),
    toggleMute: () => changeVolume(media.current, view.isMuted ? view.volume || 1 : 0),
    changeVolume: (volume: number) => changeVolume(media.current, volume),
    retry: () => {
      mendedAt.current = undefined
      void goOn()
    },
  }
}

export type PlayerControl = ReturnType<typeof usePlayer>

/** 0 mutes and keeps the loudness for later. */
function changeVolume(element: HTMLVideoElement | null, volume: number): void {
  if (!element) return
  element.muted = volume <= 0
  if (volume > 0) element.volume = Math.min(1, volume)
}

function resting(position: number, duration: number): PlayerView {
  return { isPlaying: false, isWaiting: false, isEnded: false, position, duration, isMuted: false, volume: 1 }
}

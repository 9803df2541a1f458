import { useEffect, useEffectEvent, type RefObject } from 'react'

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
export type MediaEventType = (typeof EVENTS)[number]

/** Calls back after each event of the element that changes what a player shows. */
export function useMediaEvents(
  media: RefObject<HTMLVideoElement | null>,
  onEvent: (type: MediaEventType, element: HTMLVideoElement) => void,
): void {
  const tell = useEffectEvent(onEvent)
  useEffect(() => {
    const element = media.current
    if (!element) return
    const leaving = new AbortController()
    for (const type of EVENTS) {
      element.addEventListener(type, () => tell(type, element), { signal: leaving.signal })
    }
    return () => leaving.abort()
  }, [media])
}

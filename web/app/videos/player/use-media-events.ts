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

/** Calls `onEvent` after each event of the element that changes what the player shows. */
export function useMediaEvents(
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

import { useRef, useState, type RefObject } from 'react'
import { readView, type PlayerView } from './player-view.ts'
import { useMediaEvents } from './use-media-events.ts'

type Options = {
  /** Where to begin, in seconds. */
  start: number
  /** What the list says of the length. */
  length: number
}

/**
 * Reads the media element after each of its events: the element is the truth. `place` outlives what is on the element,
 * so that another source goes on where the one before it was.
 */
export function useMediaView(media: RefObject<HTMLVideoElement | null>, { start, length }: Options) {
  const place = useRef(start)
  const isPlaced = useRef(false)
  const [view, setView] = useState<PlayerView>(() => resting(start, length))

  useMediaEvents(media, (type, element) => {
    if (type === 'emptied') isPlaced.current = false
    if (type === 'loadedmetadata') {
      if (place.current > 0) move(element, place.current)
      isPlaced.current = true
    }
    if (type === 'timeupdate' && isPlaced.current) place.current = element.currentTime
    setView(readView(element, place.current, length))
  })

  const seekTo = (seconds: number) => {
    const element = media.current
    if (!element) return
    place.current = Math.min(Math.max(0, seconds), view.duration)
    if (isPlaced.current) move(element, place.current)
    setView(readView(element, place.current, length))
  }

  return { view, place, seekTo }
}

function move(element: HTMLVideoElement, seconds: number): void {
  element.currentTime = seconds
}

function resting(position: number, duration: number): PlayerView {
  return {
    isPlaying: false,
    isWaiting: false,
    isEnded: false,
    hasPicture: false,
    isSoundAlone: false,
    position,
    duration,
    isMuted: false,
    volume: 1,
  }
}

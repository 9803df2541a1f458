import { useRef, useState, type RefObject } from 'react'
import { readView, type PlayerView } from './player-view.ts'
import { useMediaEvents } from './use-media-events.ts'

type Options = {
  /** Where to start, in seconds. */
  start: number
  /** The video's length as the server knows it, in seconds. */
  length: number
}

/**
 * Reads the media element after each of its events, because the element alone knows its state. `position` outlives the
 * source on the element, so that another source continues where the one before it was.
 */
export function useMediaView(media: RefObject<HTMLVideoElement | null>, { start, length }: Options) {
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

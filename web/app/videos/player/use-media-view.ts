import { useRef, useState, type RefObject } from 'react'
import { readView, type PlayerView } from './player-view.ts'
import { useMediaEvents } from './use-media-events.ts'

type Options = {
  /** The position to start at, in seconds. */
  start: number
  /** The video's length in seconds according to the server. */
  length: number
}

/**
 * Reads the state from the media element after each of its events. `position` is kept when the source is replaced, so
 * that the new source continues where the previous one was.
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

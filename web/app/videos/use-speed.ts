import { useEffect, useState, type RefObject } from 'react'
import { keepChoice, readChoice } from './kept-choice.ts'
import { speedBeside, speedOf } from './speed.ts'

const KEY = 'speed'

/** How fast films play, remembered on this phone. */
export function useSpeed(media: RefObject<HTMLVideoElement | null>) {
  const [speed, setSpeed] = useState(() => speedOf(readChoice(KEY)))

  useEffect(() => {
    setSpeedOf(media.current, speed)
  }, [media, speed])

  const change = (to: number) => {
    setSpeed(to)
    keepChoice(KEY, String(to))
  }
  return { speed, change, step: (by: 1 | -1) => change(speedBeside(speed, by)) }
}

function setSpeedOf(element: HTMLVideoElement | null, speed: number): void {
  if (!element) return
  // The next source on the element begins at the default.
  element.defaultPlaybackRate = speed
  element.playbackRate = speed
}

import { useEffect, useState, type RefObject } from 'react'
import { savePreference, readPreference } from '../preferences.ts'
import { stepSpeed, parseSpeed } from './speed.ts'

const KEY = 'speed'

/** Returns the playback speed, which is remembered on this phone. */
export function useSpeed(media: RefObject<HTMLVideoElement | null>) {
  const [speed, setSpeed] = useState(() => parseSpeed(readPreference(KEY)))

  useEffect(() => {
    applySpeed(media.current, speed)
  }, [media, speed])

  const change = (to: number) => {
    setSpeed(to)
    savePreference(KEY, String(to))
  }
  return { speed, change, step: (by: 1 | -1) => change(stepSpeed(speed, by)) }
}

function applySpeed(element: HTMLVideoElement | null, speed: number): void {
  if (!element) return
  // A new source on the element starts at the default rate.
  element.defaultPlaybackRate = speed
  element.playbackRate = speed
}

import { useEffect, useState, type RefObject } from 'react'
import { phoneStorage } from '../../browser/storage.ts'

export const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const

/** Returns the next speed in a direction, or the same one at either end. */
export function stepSpeed(speed: number, step: 1 | -1): number {
  const index = SPEEDS.findIndex((one) => one >= speed)
  return SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, index + step))] ?? 1
}

/** Parses a stored preference; an invalid one means normal speed. */
export function parseSpeed(stored: string | null): number {
  return SPEEDS.find((speed) => String(speed) === stored) ?? 1
}

const KEY = 'speed'

/** Returns the playback speed, which is remembered on this phone. */
export function useSpeed(media: RefObject<HTMLVideoElement | null>) {
  const [speed, setSpeed] = useState(() => parseSpeed(phoneStorage.getItem(KEY)))

  useEffect(() => {
    applySpeed(media.current, speed)
  }, [media, speed])

  const change = (to: number) => {
    setSpeed(to)
    phoneStorage.setItem(KEY, String(to))
  }
  return { speed, change, step: (by: 1 | -1) => change(stepSpeed(speed, by)) }
}

function applySpeed(element: HTMLVideoElement | null, speed: number): void {
  if (!element) return
  // A new source on the element starts at the default rate.
  element.defaultPlaybackRate = speed
  element.playbackRate = speed
}

import { useEffect, type RefObject } from 'react'
import { savePosition } from '../cached-videos.ts'

const EVERY_MS = 10_000

type Options = {
  media: RefObject<HTMLVideoElement | null>
  /** In seconds; it stays when the film is taken off the element. */
  place: RefObject<number>
  videoId: string
  isKept: boolean
}

/** Keeps the place in a film every ten seconds while it plays, when it pauses and when the student leaves. */
export function useSavePosition({ media, place, videoId, isKept }: Options): void {
  useEffect(() => {
    const element = media.current
    if (!element || !isKept) return
    let kept = Math.floor(place.current)
    const keep = () => {
      const seconds = Math.floor(place.current)
      if (seconds === kept) return
      kept = seconds
      savePosition(videoId, seconds)
    }
    const keepWhilePlaying = () => {
      if (!element.paused) keep()
    }
    const keepWhenHidden = () => {
      if (document.visibilityState === 'hidden') keepWhilePlaying()
    }
    const timer = setInterval(keepWhilePlaying, EVERY_MS)
    element.addEventListener('pause', keep)
    document.addEventListener('visibilitychange', keepWhenHidden)
    addEventListener('pagehide', keepWhilePlaying)
    return () => {
      clearInterval(timer)
      element.removeEventListener('pause', keep)
      document.removeEventListener('visibilitychange', keepWhenHidden)
      removeEventListener('pagehide', keepWhilePlaying)
      keep()
    }
  }, [media, place, videoId, isKept])
}

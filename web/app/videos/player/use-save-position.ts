import { useEffect, type RefObject } from 'react'
import { savePosition } from '../cached-videos.ts'

const EVERY_MS = 10_000

type Options = {
  media: RefObject<HTMLVideoElement | null>
  /** In seconds. Kept when the source of the element is replaced. */
  position: RefObject<number>
  videoId: string
  isEnabled: boolean
}

/** Saves the position every ten seconds of playback, on pause, and when the student leaves. */
export function useSavePosition({ media, position, videoId, isEnabled }: Options): void {
  useEffect(() => {
    const element = media.current
    if (!element || !isEnabled) return
    let saved = Math.floor(position.current)
    const save = () => {
      const seconds = Math.floor(position.current)
      if (seconds === saved) return
      saved = seconds
      savePosition(videoId, seconds)
    }
    const saveWhilePlaying = () => {
      if (!element.paused) save()
    }
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') saveWhilePlaying()
    }
    const timer = setInterval(saveWhilePlaying, EVERY_MS)
    element.addEventListener('pause', save)
    document.addEventListener('visibilitychange', saveWhenHidden)
    addEventListener('pagehide', saveWhilePlaying)
    return () => {
      clearInterval(timer)
      element.removeEventListener('pause', save)
      document.removeEventListener('visibilitychange', saveWhenHidden)
      removeEventListener('pagehide', saveWhilePlaying)
      save()
    }
  }, [media, position, videoId, isEnabled])
}

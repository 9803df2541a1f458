import { useEffect, useRef, useState, type RefObject } from 'react'

/** Full screen of the whole player with its controls; an iPhone can only do it for the film itself. */
export function useFullScreen(media: RefObject<HTMLVideoElement | null>) {
  const frame = useRef<HTMLDivElement>(null)
  const [isOn, setOn] = useState(false)

  useEffect(() => {
    const read = () => setOn(frame.current !== null && document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [])

  const toggle = () => {
    if (isOn) return void document.exitFullscreen().catch(() => undefined)
    const element = frame.current
    if (element && document.fullscreenEnabled) return void element.requestFullscreen().catch(() => undefined)
    const film = media.current
    if (film && hasOwnFullScreen(film)) film.webkitEnterFullscreen()
  }
  return { frame, isOn, toggle }
}

function hasOwnFullScreen(film: HTMLVideoElement): film is HTMLVideoElement & { webkitEnterFullscreen: () => void } {
  return 'webkitEnterFullscreen' in film
}

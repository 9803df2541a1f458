import { useEffect, useRef, useState, type RefObject } from 'react'

/** Shows the player with its controls in full screen. An iPhone supports full screen for the video element only. */
export function useFullScreen(media: RefObject<HTMLVideoElement | null>) {
  const frame = useRef<HTMLDivElement>(null)
  const [isOn, setOn] = useState(false)

  useEffect(() => {
    const read = () => setOn(frame.current !== null && document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [])

  // An iPhone would show only the last frame, without what is offered after the end.
  useEffect(() => {
    const video = media.current
    const leave = () => {
      if (video && hasWebkitFullScreen(video)) video.webkitExitFullscreen()
    }
    video?.addEventListener('ended', leave)
    return () => video?.removeEventListener('ended', leave)
  }, [media])

  const toggle = () => {
    if (isOn) return void document.exitFullscreen().catch(() => undefined)
    const element = frame.current
    if (element && document.fullscreenEnabled) return void element.requestFullscreen().catch(() => undefined)
    const video = media.current
    if (video && hasWebkitFullScreen(video)) video.webkitEnterFullscreen()
  }
  return { frame, isOn, toggle }
}

function hasWebkitFullScreen(
  video: HTMLVideoElement,
): video is HTMLVideoElement & { webkitEnterFullscreen: () => void; webkitExitFullscreen: () => void } {
  return 'webkitEnterFullscreen' in video
}

import { useEffect, useState, type RefObject } from 'react'

/** Shows the video in a small window above all others, if the browser supports it. */
export function usePictureInPicture(media: RefObject<HTMLVideoElement | null>) {
  const [isOn, setOn] = useState(false)
  const [isSupported] = useState(() => document.pictureInPictureEnabled === true)

  useEffect(() => {
    const element = media.current
    if (!element) return
    const read = () => setOn(document.pictureInPictureElement === element)
    element.addEventListener('enterpictureinpicture', read)
    element.addEventListener('leavepictureinpicture', read)
    return () => {
      element.removeEventListener('enterpictureinpicture', read)
      element.removeEventListener('leavepictureinpicture', read)
    }
  }, [media])

  const toggle = () => {
    const change = isOn ? document.exitPictureInPicture() : media.current?.requestPictureInPicture()
    change?.catch(() => undefined)
  }
  return { isSupported, isOn, toggle }
}

import { useEffect, useState, type RefObject } from 'react'

/** Picture in picture: the film in a small window over everything, where the browser has that. */
export function usePictureInPicture(media: RefObject<HTMLVideoElement | null>) {
  const [isOn, setOn] = useState(false)
  const [isThere] = useState(() => document.pictureInPictureEnabled === true)

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
    const done = isOn ? document.exitPictureInPicture() : media.current?.requestPictureInPicture()
    done?.catch(() => undefined)
  }
  return { isThere, isOn, toggle }
}

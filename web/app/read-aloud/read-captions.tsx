import { useEffect, type RefObject } from 'react'
import { IconButton } from '../ui/button.tsx'
import { readCaptions } from './caption-reader.ts'
import { text } from './text.ts'
import { useReadingMode } from './use-reading-mode.ts'
import { useVoice } from './use-voice.ts'

type Props = {
  media: RefObject<HTMLVideoElement | null>
  /** Whether the captions were requested. */
  hasTrack: boolean
  /** Returns a caption without its tags. */
  toPlainText: (caption: string) => string
}

/** The player's button that reads the captions of the video. The choice is remembered. */
export function ReadCaptions({ media, hasTrack, toPlainText }: Props) {
  const voice = useVoice()
  const { isOffered, isOn, toggle } = useReadingMode()
  useEffect(
    () =>
      media.current && voice && isOn && hasTrack ? readCaptions(media.current, { voice, toPlainText }) : undefined,
    [media, voice, isOn, hasTrack, toPlainText],
  )
  if (!voice || !isOffered) return null
  return <IconButton icon="user-sound" label={text.readToMe} aria-pressed={isOn} onClick={toggle} />
}

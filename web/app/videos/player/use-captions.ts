import { useEffect, useState, type RefObject } from 'react'
import { toPlainText } from '@baobab/contract/videos/transcript.ts'
import { phoneStorage } from '../../browser/storage.ts'

const KEY = 'captions'

type Options = {
  /** Whether the captions were requested. */
  hasTrack: boolean
  /** If true, there is no picture on which the browser could draw captions, so they are returned as text. */
  isText: boolean
}

/** Shows captions unless they were turned off on this phone. */
export function useCaptions(media: RefObject<HTMLVideoElement | null>, { hasTrack, isText }: Options) {
  const [isOn, setOn] = useState(() => phoneStorage.getItem(KEY) !== 'off')
  const [caption, setCaption] = useState('')

  useEffect(() => {
    const track = media.current?.textTracks[0]
    if (!track || !hasTrack) return
    setMode(track, isOn && !isText ? 'showing' : 'hidden')
    if (!isText) return
    const read = () => setCaption(readActiveCues(track))
    read()
    track.addEventListener('cuechange', read)
    return () => track.removeEventListener('cuechange', read)
  }, [media, isOn, hasTrack, isText])

  const toggle = () => {
    setOn(!isOn)
    phoneStorage.setItem(KEY, isOn ? 'off' : 'on')
  }
  return { isOn, toggle, caption: isOn && isText ? caption : '' }
}

function setMode(track: TextTrack, mode: TextTrackMode): void {
  track.mode = mode
}

function readActiveCues({ activeCues }: TextTrack): string {
  return [...(activeCues ?? [])].map((cue) => ('text' in cue ? toPlainText(String(cue.text)) : '')).join(' ')
}

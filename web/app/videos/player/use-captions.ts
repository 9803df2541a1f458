import { useEffect, useState, type RefObject } from 'react'
import { savePreference, readPreference } from '../preferences.ts'
import { toPlainText } from '../parse-transcript.ts'

const KEY = 'captions'

type Options = {
  /** The captions' file is there, or on its way. */
  hasTrack: boolean
  /** No picture for the browser to write on: the words come as text. */
  isText: boolean
}

/** Captions show unless this person switched them off on this phone. */
export function useCaptions(media: RefObject<HTMLVideoElement | null>, { hasTrack, isText }: Options) {
  const [isOn, setOn] = useState(() => readPreference(KEY) !== 'off')
  const [words, setWords] = useState('')

  useEffect(() => {
    const track = media.current?.textTracks[0]
    if (!track || !hasTrack) return
    setMode(track, isOn && !isText ? 'showing' : 'hidden')
    if (!isText) return
    const read = () => setWords(wordsOf(track))
    read()
    track.addEventListener('cuechange', read)
    return () => track.removeEventListener('cuechange', read)
  }, [media, isOn, hasTrack, isText])

  const toggle = () => {
    setOn(!isOn)
    savePreference(KEY, isOn ? 'off' : 'on')
  }
  return { isOn, toggle, words: isOn && isText ? words : '' }
}

function setMode(track: TextTrack, mode: TextTrackMode): void {
  track.mode = mode
}

function wordsOf({ activeCues }: TextTrack): string {
  return [...(activeCues ?? [])].map((cue) => ('text' in cue ? toPlainText(String(cue.text)) : '')).join(' ')
}

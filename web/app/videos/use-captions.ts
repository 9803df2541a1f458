import { useEffect, useState, type RefObject } from 'react'

const KEY = 'captions'

/** Captions show unless this person switched them off on this phone. */
export function useCaptions(media: RefObject<HTMLVideoElement | null>, hasTrack: boolean) {
  const [isOn, setOn] = useState(() => readChoice() !== 'off')

  useEffect(() => {
    if (hasTrack) showTracks(media.current, isOn)
  }, [media, isOn, hasTrack])

  const toggle = () => {
    setOn(!isOn)
    keepChoice(isOn ? 'off' : 'on')
  }
  return { isOn, toggle }
}

function showTracks(film: HTMLVideoElement | null, isOn: boolean): void {
  for (const track of film?.textTracks ?? []) track.mode = isOn ? 'showing' : 'hidden'
}

/** A phone may have its storage switched off; then the choice lasts as long as the page. */
function readChoice(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function keepChoice(choice: 'on' | 'off'): void {
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // Nothing to do: see readChoice.
  }
}

import type { Captions } from '../captions.ts'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { toPlainText } from '@baobab/contract/videos/transcript.ts'
import { phoneStorage } from '../../browser/storage.ts'
import { useCaptionsLanguage } from '../use-captions-language.ts'

const KEY = 'captions'

type Options = {
  /** The captions of the video, one for each track. */
  captions: readonly Captions[]
  /** Whether the tracks have their links. */
  hasTracks: boolean
  /** If true, there is no picture on which the browser could draw captions, so they are returned as text. */
  isText: boolean
}

/**
 * Shows captions unless they were turned off on this phone, in the language that was chosen on it. A browser loads a track once its
 * mode is not 'disabled', so a track that was never shown costs no data.
 */
export function useCaptions(media: RefObject<HTMLVideoElement | null>, { captions, hasTracks, isText }: Options) {
  const [isOn, setOn] = useState(() => phoneStorage.getItem(KEY) !== 'off')
  const [caption, setCaption] = useState('')
  const { chosen, choose } = useCaptionsLanguage(captions)
  const language = chosen?.language

  const turn = (to: boolean) => {
    setOn(to)
    phoneStorage.setItem(KEY, to ? 'on' : 'off')
  }
  const chooseLanguage = (to: string) => {
    choose(to)
    if (!isOn) turn(true)
  }
  /** Stores what was chosen in the browser's own menu, such as that of an iPhone in full screen. */
  const readMenu = useEffectEvent((tracks: TextTrackList) => {
    const shown = Array.from(tracks).find(({ mode }) => mode === 'showing')
    if (shown && (!isOn || shown.language !== language)) chooseLanguage(shown.language)
    else if (!shown && isOn && !isText) turn(false)
  })

  useEffect(() => {
    const tracks = media.current?.textTracks
    if (!tracks || !hasTracks || language === undefined) return
    showTrack(tracks, isOn ? language : undefined, isText ? 'hidden' : 'showing')
    const read = () => readMenu(tracks)
    tracks.addEventListener('change', read)
    return () => tracks.removeEventListener('change', read)
  }, [media, isOn, hasTracks, isText, language])

  useEffect(() => {
    const track = hasTracks && isText && isOn && findTrack(media.current, language)
    if (!track) return
    const read = () => setCaption(readActiveCues(track))
    read()
    track.addEventListener('cuechange', read)
    return () => track.removeEventListener('cuechange', read)
  }, [media, isOn, hasTracks, isText, language])

  return {
    isOn,
    toggle: () => turn(!isOn),
    caption: isOn && isText ? caption : '',
    language,
    languages: captions.map((one) => one.language),
    chooseLanguage,
  }
}

function findTrack(media: HTMLVideoElement | null, language: string | undefined): TextTrack | undefined {
  return Array.from(media?.textTracks ?? []).find((track) => track.language === language)
}

/** Sets the mode of one track and hides the others. Those that were shown before stay loaded, because the voice may read them. */
function showTrack(tracks: TextTrackList, language: string | undefined, mode: TextTrackMode): void {
  for (const track of Array.from(tracks)) {
    if (track.language === language) track.mode = mode
    else if (track.mode === 'showing') track.mode = 'hidden'
  }
}

function readActiveCues({ activeCues }: TextTrack): string {
  return Array.from(activeCues ?? [])
    .map((cue) => ('text' in cue ? toPlainText(String(cue.text)) : ''))
    .join(' ')
}

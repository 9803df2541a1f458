import { useEffect, useSyncExternalStore } from 'react'
import { chooseVoice, findSpeech, speak } from './voice.ts'

/** Browsers load their voices late, and some only once they are asked. */
function subscribeToVoices(onChange: () => void): () => void {
  const speech = findSpeech()
  speech?.addEventListener('voiceschanged', onChange)
  return () => speech?.removeEventListener('voiceschanged', onChange)
}

/**
 * Returns a function that reads a text aloud; undefined if the device has no voice of its own. What is being read stops when
 * `subject` changes and when the page is left.
 */
export function useVoice(isWanted: boolean, subject: string): ((text: string) => void) | undefined {
  const voice = useSyncExternalStore(subscribeToVoices, () =>
    isWanted ? chooseVoice(findSpeech()?.getVoices() ?? []) : undefined,
  )
  useEffect(() => () => findSpeech()?.cancel(), [subject])
  return voice && ((text) => speak(text, voice))
}

import { useSyncExternalStore } from 'react'
import { chooseVoice, findSpeech } from './voice.ts'

/** Browsers load their voices late, and some only when asked. */
function subscribeToVoices(onChange: () => void): () => void {
  const speech = findSpeech()
  speech?.addEventListener('voiceschanged', onChange)
  return () => speech?.removeEventListener('voiceschanged', onChange)
}

/** Returns the voice that reads; undefined while the device has none. */
export function useVoice(): SpeechSynthesisVoice | undefined {
  return useSyncExternalStore(
    subscribeToVoices,
    () => chooseVoice(findSpeech()?.getVoices() ?? []),
    () => undefined,
  )
}

import { useSyncExternalStore } from 'react'
import { chooseVoice, findSpeech } from './voice.ts'

/** Browsers load their voices late, and some only when asked. Safari before 16 has no event for it. */
function subscribeToVoices(onChange: () => void): () => void {
  const speech = findSpeech()
  speech?.addEventListener?.('voiceschanged', onChange)
  return () => speech?.removeEventListener?.('voiceschanged', onChange)
}

let chosen: SpeechSynthesisVoice | undefined

/** Returns the same object for the same voice: some browsers make new ones at each call, with which React would render forever. */
function findVoice(): SpeechSynthesisVoice | undefined {
  const found = chooseVoice(findSpeech()?.getVoices() ?? [])
  if (!found || !chosen || found.voiceURI !== chosen.voiceURI) chosen = found
  return chosen
}

/** Returns the voice that reads; undefined while the device has none. */
export function useVoice(): SpeechSynthesisVoice | undefined {
  return useSyncExternalStore(subscribeToVoices, findVoice, () => undefined)
}

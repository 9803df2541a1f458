import { useSyncExternalStore } from 'react'
import { findSpeech, onVoices } from './speech.ts'
import { chooseVoice } from './voice.ts'

let chosen: SpeechSynthesisVoice | undefined

/** Returns the same object for the same voice: some browsers make new ones at each call, with which React would render forever. */
function findVoice(): SpeechSynthesisVoice | undefined {
  const found = chooseVoice(findSpeech()?.getVoices() ?? [])
  if (!found || !chosen || found.voiceURI !== chosen.voiceURI) chosen = found
  return chosen
}

/** Returns the voice that reads; undefined while the device has none. */
export function useVoice(): SpeechSynthesisVoice | undefined {
  return useSyncExternalStore(onVoices, findVoice, () => undefined)
}

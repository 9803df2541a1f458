// Reads texts aloud with a voice stored on the device: other voices would send the text to a company.
import { useEffect, useSyncExternalStore } from 'react'

/** Chooses a voice for English texts: preferably Nigerian, then British, then any English voice; undefined if none is local. */
export function chooseVoice<Voice extends Pick<SpeechSynthesisVoice, 'lang' | 'localService'>>(
  voices: readonly Voice[],
): Voice | undefined {
  const local = voices.filter(({ lang, localService }) => localService && /^en(?:[-_]|$)/i.test(lang))
  const rank = ({ lang }: Voice) => {
    const index = ['en-ng', 'en-gb'].indexOf(lang.replace('_', '-').toLowerCase())
    return index === -1 ? 2 : index
  }
  return local.toSorted((a, b) => rank(a) - rank(b))[0]
}

/** The browser's speech; undefined where it has none. */
function findSpeech(): SpeechSynthesis | undefined {
  return 'speechSynthesis' in globalThis ? globalThis.speechSynthesis : undefined
}

/** Reads a text aloud, and stops reading any other. */
export function speak(text: string, voice: SpeechSynthesisVoice): void {
  const speech = findSpeech()
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.voice = voice
  utterance.lang = voice.lang
  utterance.rate = 0.9
  speech?.cancel()
  speech?.speak(utterance)
}

/** Browsers load their voices late, and some only when asked. */
function subscribeToVoices(onChange: () => void): () => void {
  const speech = findSpeech()
  speech?.addEventListener('voiceschanged', onChange)
  return () => speech?.removeEventListener('voiceschanged', onChange)
}

/**
 * Returns a function that reads a text aloud; undefined if the device has no local voice. Reading stops when `subject` changes or the page
 * is left.
 */
export function useVoice(isWanted: boolean, subject: string): ((text: string) => void) | undefined {
  const voice = useSyncExternalStore(subscribeToVoices, () =>
    isWanted ? chooseVoice(findSpeech()?.getVoices() ?? []) : undefined,
  )
  useEffect(() => () => findSpeech()?.cancel(), [subject])
  return voice && ((text) => speak(text, voice))
}

// Reads texts aloud with a voice of the browser that is on the device: other voices would send the text to a company.

/** Chooses the voice for English texts: one of Nigeria, else of Britain, else any English one; undefined if none is local. */
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
export function findSpeech(): SpeechSynthesis | undefined {
  return 'speechSynthesis' in globalThis ? globalThis.speechSynthesis : undefined
}

/** Reads a text aloud, in place of what is being read. */
export function speak(text: string, voice: SpeechSynthesisVoice): void {
  const speech = findSpeech()
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.voice = voice
  utterance.lang = voice.lang
  utterance.rate = 0.9
  speech?.cancel()
  speech?.speak(utterance)
}

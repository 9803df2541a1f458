/** How long the page may load first, in milliseconds. */
const WAIT_MS = 1_000

/** The browser's speech; undefined where it has none. */
export function findSpeech(): SpeechSynthesis | undefined {
  return 'speechSynthesis' in globalThis ? globalThis.speechSynthesis : undefined
}

/** Calls back when the browser has loaded its voices, which some do late. Returns a function that stops. */
export function onVoices(handle: () => void): () => void {
  const speech = findSpeech()
  // Safari before 16 has no such event.
  speech?.addEventListener?.('voiceschanged', handle)
  return () => speech?.removeEventListener?.('voiceschanged', handle)
}

/** Calls back after the page has loaded, and again when the voices change, as long as the browser has any. Returns a function that stops. */
export function whenVoices(handle: () => void): () => void {
  const handleIfAny = () => {
    if (findSpeech()?.getVoices().length) handle()
  }
  const timer = setTimeout(handleIfAny, WAIT_MS)
  const stop = onVoices(handleIfAny)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

// Reads texts aloud with a voice stored on the device: other voices need the network, and would send the text to a company.
import { findSpeech } from './speech.ts'
import { toSpokenText } from './spoken-text.ts'

/** Chooses a local voice for English texts: preferably Nigerian, then British, then any; undefined if there is none. */
export function chooseVoice<Voice extends Pick<SpeechSynthesisVoice, 'lang' | 'localService'>>(
  voices: readonly Voice[],
): Voice | undefined {
  const local = voices.filter(({ lang, localService }) => localService && /^en(?:[-_]|$)/i.test(lang))
  const rank = ({ lang }: Voice) => {
    const index = ['en-ng', 'en-gb'].indexOf(lang.replace('_', '-').toLowerCase())
    return index === -1 ? 2 : index
  }
  const best = Math.min(...local.map(rank))
  return local.find((voice) => rank(voice) === best)
}

/** A text that is read without a break. */
type Passage = { text: string; onStart?: () => void }

type Options = {
  voice: SpeechSynthesisVoice
  /** 1 is the voice's own speed. */
  rate?: number
  /** Called once: with true after the last passage, with false if something stopped the voice before. */
  onEnd?: (isFinished: boolean) => void
}

/** The pause that some browsers need between stopping one text and reading another, in milliseconds. */
const RESTART_MS = 60
/** The slowest voice to expect. If it takes longer, the browser has dropped the text, which some do without an event. */
const SLOWEST = { charactersPerSecond: 6, startMs: 3_000 }

let stopCurrent: (() => void) | undefined
let isWatching = false

/** Reads passages aloud, one after another. Stops whatever was being read: there is one voice. Returns a function that stops it. */
export function readAloud(passages: readonly Passage[], { voice, rate = 1, onEnd }: Options): () => void {
  stopReading()
  stopWhenHidden()
  const speech = findSpeech()
  /** Held until it has ended: a collected utterance would fire no events. */
  let utterance: SpeechSynthesisUtterance | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function end(isFinished: boolean) {
    if (stopCurrent !== stop) return
    stopCurrent = undefined
    clearTimeout(timer)
    if (utterance) utterance.onend = utterance.onerror = null
    if (!isFinished) speech?.cancel()
    onEnd?.(isFinished)
  }
  const stop = () => end(false)

  function readFrom(index: number) {
    const passage = passages[index]
    if (!passage || !speech) return end(true)
    const text = toSpokenText(passage.text)
    passage.onStart?.()
    const next = () => {
      clearTimeout(timer)
      if (stopCurrent === stop) readFrom(index + 1)
    }
    const said = new SpeechSynthesisUtterance(text)
    utterance = said
    said.voice = voice
    said.lang = voice.lang
    said.rate = rate
    said.onend = next
    said.onerror = ({ error }) => (isAboutPassage(error) ? next() : stop())
    timer = setTimeout(
      () => {
        said.onend = said.onerror = null
        speech.cancel()
        next()
      },
      SLOWEST.startMs + (text.length / SLOWEST.charactersPerSecond / rate) * 1_000,
    )
    speech.speak(said)
  }

  stopCurrent = stop
  if (speech?.speaking || speech?.pending) {
    speech.cancel()
    timer = setTimeout(() => readFrom(0), RESTART_MS)
  } else readFrom(0)
  return stop
}

/** Stops what is being read. */
export function stopReading(): void {
  stopCurrent?.()
}

/** Whether the error concerns one passage only, so that the next one can be tried. */
function isAboutPassage(error: SpeechSynthesisErrorCode): boolean {
  return error === 'text-too-long' || error === 'synthesis-failed'
}

/** Browsers keep reading in a hidden tab, and some even after the page was left. */
function stopWhenHidden(): void {
  if (isWatching) return
  isWatching = true
  document.addEventListener('visibilitychange', () => document.hidden && stopReading())
  addEventListener('pagehide', stopReading)
}

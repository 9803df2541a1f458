// A fake of the Web Speech API: a queue, events, voices that load late.
import { vi } from 'vitest'

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'name' | 'voiceURI'>

/** Characters in a second at rate 1. */
const SPEED = 14

class Utterance {
  voice: Voice | null = null
  lang = ''
  rate = 1
  onend: (() => void) | null = null
  onerror: ((event: { error: string }) => void) | null = null
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

class Speech extends EventTarget {
  /** What was read, with the rate if it is not 1, and 'stop' for what was stopped. */
  readonly said: string[] = []
  /** True for a browser that loses what it reads: no event ever comes. */
  isLost = false
  private voices: Voice[] = []
  private queue: Utterance[] = []
  private timer: ReturnType<typeof setTimeout> | undefined

  get speaking() {
    return this.queue.length > 0
  }
  get pending() {
    return this.queue.length > 1
  }
  /** New objects each time, as some browsers do. */
  getVoices() {
    return this.voices.map((voice) => ({ ...voice }))
  }
  load(...voices: Voice[]) {
    this.voices = voices
    this.dispatchEvent(new Event('voiceschanged'))
  }
  speak(utterance: Utterance) {
    this.queue.push(utterance)
    if (this.queue.length === 1) this.start()
  }
  private start() {
    const [first] = this.queue
    if (!first) return
    this.said.push(first.rate === 1 ? first.text : `${first.rate.toFixed(1)}: ${first.text}`)
    if (this.isLost) return
    this.timer = setTimeout(() => this.finish(first), (first.text.length / SPEED / first.rate) * 1_000)
  }
  private finish(utterance: Utterance) {
    this.queue.shift()
    this.start()
    utterance.onend?.()
  }
  cancel() {
    clearTimeout(this.timer)
    const stopped = this.queue
    this.queue = []
    if (stopped.length > 0) this.said.push('stop')
    for (const one of stopped) setTimeout(() => one.onerror?.({ error: 'canceled' }))
  }
}

export const nearVoice: Voice = { lang: 'en-GB', localService: true, name: 'near', voiceURI: 'near' }

/** Gives the browser of a test a voice, or none until `load`. */
export function stubSpeech(...voices: Voice[]): Speech {
  const speech = new Speech()
  speech.load(...voices)
  vi.stubGlobal('speechSynthesis', speech)
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  return speech
}

/** The voice that `stubSpeech` has loaded, as the code gets it. */
export const firstVoice = (): SpeechSynthesisVoice => {
  const [voice] = globalThis.speechSynthesis.getVoices()
  if (!voice) throw new Error('There is no voice.')
  return voice
}

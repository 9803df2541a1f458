// A fake voice for a browser that has none: the Web Speech API without sound.
import { expect, type Page } from '@playwright/test'
import { expectStill } from './fit.ts'

/** What `addVoices` adds to a page. */
type VoiceWindow = typeof window & { said: string[]; loadVoices: () => void }

/**
 * Gives a page a local and a remote voice, which load late. `said` on its window lists what was read, with 'stop' for each stop.
 * @param options.charactersPerSecond the speed of the voice: the default ends each text at once
 * @param options.untilAsked whether the voices load only in `expectStillWithVoices`
 */
export async function addVoices(page: Page, { charactersPerSecond = 10_000, untilAsked = false } = {}): Promise<void> {
  await page.addInitScript((speed) => {
    const said: string[] = []
    let voices: object[] = []
    class Utterance extends EventTarget {
      voice?: { name: string }
      rate = 1
      onend: (() => void) | null = null
      onerror: ((event: { error: string }) => void) | null = null
      text: string
      constructor(text: string) {
        super()
        this.text = text
      }
    }
    class Speech extends EventTarget {
      queue: Utterance[] = []
      timer: ReturnType<typeof setTimeout> | undefined
      get speaking() {
        return this.queue.length > 0
      }
      get pending() {
        return this.queue.length > 1
      }
      getVoices() {
        return voices
      }
      speak(utterance: Utterance) {
        this.queue.push(utterance)
        if (this.queue.length === 1) this.start()
      }
      start() {
        const [first] = this.queue
        if (!first) return
        said.push(`${first.voice?.name}: ${first.text}`)
        this.timer = setTimeout(
          () => {
            this.queue.shift()
            this.start()
            first.onend?.()
          },
          (first.text.length / speed / first.rate) * 1_000,
        )
      }
      cancel() {
        clearTimeout(this.timer)
        const stopped = this.queue
        this.queue = []
        if (stopped.length > 0) said.push('stop')
        for (const one of stopped) setTimeout(() => one.onerror?.({ error: 'canceled' }))
      }
    }
    const speech = new Speech()
    const loadVoices = () => {
      voices = [
        { lang: 'en-NG', localService: false, name: 'far' },
        { lang: 'en-US', localService: true, name: 'near' },
      ]
      speech.dispatchEvent(new Event('voiceschanged'))
    }
    Object.defineProperty(window, 'speechSynthesis', { value: speech })
    Object.assign(window, { SpeechSynthesisUtterance: Utterance, said, loadVoices })
  }, charactersPerSecond)
  if (!untilAsked) await page.addInitScript(() => void setTimeout(() => (window as VoiceWindow).loadVoices(), 200))
}

/**
 * Loads the voices of a page whose `addVoices` had `untilAsked` set, and checks that nothing found by `selector` moves when
 * the button that reads aloud appears.
 */
export const expectStillWithVoices = (page: Page, selector: string, button: string): Promise<void> =>
  expectStill(page, selector, async () => {
    await page.evaluate(() => (window as VoiceWindow).loadVoices())
    await expect(page.getByRole('button', { name: button }).filter({ visible: true }).first()).toBeVisible()
  })

/** Returns what was read so far. */
export const listSaid = (page: Page): Promise<string[]> => page.evaluate(() => (window as VoiceWindow).said)

/** Returns what was read so far by the local voice, as one text, because a question may have several sentences. */
export const readSaid = async (page: Page) =>
  (await listSaid(page)).map((said) => said.replace(/^near: /, '')).join(' ')

// Voices for a browser that has none.
import type { Page } from '@playwright/test'

/** Gives a page a local voice and a server's voice. Texts that are read aloud are in `said` on its window. */
export async function addVoices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = []
    const voices = [
      { lang: 'en-NG', localService: false, name: 'far' },
      { lang: 'en-US', localService: true, name: 'near' },
    ]
    class Utterance {
      voice?: { name: string }
      text: string
      constructor(text: string) {
        this.text = text
      }
    }
    const speech = {
      getVoices: () => voices,
      speak: ({ text, voice }: Utterance) => said.push(`${voice?.name}: ${text}`),
      cancel: () => said.push('stop'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }
    Object.defineProperty(window, 'speechSynthesis', { value: speech })
    Object.assign(window, { SpeechSynthesisUtterance: Utterance, said })
  })
}

// Reads a public page aloud. Loaded only where the browser can speak.
import { readMarked } from '../app/read-aloud/read-marked.ts'
import { listSentences } from '../app/read-aloud/sentences.ts'
import { text } from '../app/read-aloud/text.ts'
import { chooseVoice, stopReading } from '../app/read-aloud/voice.ts'

/** Shows the button that starts and stops reading, with an icon for each, if the device has a voice. */
export function offerReading(button: HTMLElement, main: HTMLElement): void {
  const voice = chooseVoice(speechSynthesis.getVoices())
  if (!voice || !button.hidden) return
  let isReading = false
  const setReading = (now: boolean) => {
    isReading = now
    button.setAttribute('aria-label', now ? text.stop : text.readPage)
    for (const icon of button.children) icon.toggleAttribute('hidden')
  }
  button.addEventListener('click', () => {
    if (isReading) return stopReading()
    setReading(true)
    readMarked(listSentences(main), { voice, onEnd: () => setReading(false) })
  })
  button.hidden = false
}

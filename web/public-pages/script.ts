// The public pages' only script. Everything except the forms works without it.
import { startContactForm } from './contact-form.ts'

/** Closes the menu on Escape, which returns the focus to its button, and on a link to another part of the same page. */
function startMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('details.amenu')
  menu?.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
  menu?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) menu.open = false
  })
}

/** Keeps only one question of a list open in browsers that do not support `name` on `details`. */
function startAccordions(): void {
  if ('name' in HTMLDetailsElement.prototype) return
  for (const details of document.querySelectorAll<HTMLDetailsElement>('details[name]'))
    details.addEventListener('toggle', () => {
      if (!details.open) return
      for (const other of details.parentElement?.querySelectorAll('details') ?? [])
        if (other !== details) other.open = false
    })
}

/**
 * Adapts the page for a logged-in student: links to registration lead to the app instead, and a running quiz is shown. Visitors load
 * nothing more. Without a network the page stays as it is.
 */
async function startForStudent(): Promise<void> {
  if (document.documentElement.dataset['student'] === undefined) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-in-app]'))
    link.href = link.dataset['inApp'] ?? link.href
  const loaded = await import('./running-quiz.ts').catch(() => undefined)
  await loaded?.showRunningQuiz()
}

/** How long the page may load first, in milliseconds. */
const READING_WAIT_MS = 1_000

/** Offers to read the page aloud once the browser has loaded its voices, which some do late. */
function startReading(): void {
  const [button, main] = ['read-page', 'main'].map((id) => document.getElementById(id))
  const speech = 'speechSynthesis' in globalThis ? globalThis.speechSynthesis : undefined
  if (!button || !main || !speech) return
  const offer = async () => {
    if (speech.getVoices().length === 0) return
    const { offerReading } = await import('./read-page.ts')
    offerReading(button, main)
  }
  // Without it the page stays as it is.
  const handleVoices = () => void offer().catch(() => undefined)
  setTimeout(handleVoices, READING_WAIT_MS)
  // Safari before 16 has no such event.
  speech.addEventListener?.('voiceschanged', handleVoices)
}

document.documentElement.dataset['started'] = ''
startMenu()
startAccordions()
startContactForm()
void startForStudent()
startReading()

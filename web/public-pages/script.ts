// The public pages' only script. Everything except the forms works without it.
import { whenVoices } from '../app/read-aloud/speech.ts'
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

/** Offers to read the page aloud once the browser has voices. */
function startReading(): void {
  const [button, main] = ['read-page', 'main'].map((id) => document.getElementById(id))
  if (!button || !main) return
  const offer = async () => (await import('./read-page.ts')).offerReading(button, main)
  // Without it the page stays as it is.
  whenVoices(() => void offer().catch(() => undefined))
}

document.documentElement.dataset['started'] = ''
startMenu()
startAccordions()
startContactForm()
void startForStudent()
startReading()

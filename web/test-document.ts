// A worker's document, shared by the tests in all its files.
import { cleanup, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { queryClient } from './app/api/query.ts'
import { currentToasts, dismissToast } from './app/ui/toasts.ts'

/**
 * Opens the document for a file's tests. After each of them `close` unmounts what was shown, while the test's own setup still exists, and
 * `empty` clears everything else. `end` is called after the last one.
 */
export function openDocument(): { close: () => void; empty: () => void; end: () => void } {
  // The same as all other timeouts in tests: Testing Library gives up after a second by default.
  configure({ asyncUtilTimeout: 45_000 })
  addMissingMethods()
  letPackagesListen()
  const { documentElement: html, head, body } = document
  const removals = [trackListeners(), trackProperties()]
  return {
    close: () => {
      cleanup()
      queryClient.clear()
      for (const { id } of currentToasts()) dismissToast(id)
    },
    empty: () => emptyDocument({ html, head, body }),
    end: () => {
      for (const remove of removals) remove()
    },
  }
}

/** jsdom has these elements, but not how they open, close and scroll. */
function addMissingMethods(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  Element.prototype.scrollIntoView = () => undefined
}

/** Lets packages add their listeners to the document now: they do it once per document, and mark it. */
function letPackagesListen(): void {
  render(null)
  cleanup()
  userEvent.setup()
  Reflect.deleteProperty(navigator, 'clipboard')
}

/** Notes listeners added to window and document from now on. Returns a function that removes them. */
function trackListeners(): () => void {
  const ends: (() => void)[] = []
  const targets: EventTarget[] = [window, document]
  for (const target of targets) {
    const add = Reflect.get(target, 'addEventListener') as EventTarget['addEventListener']
    target.addEventListener = new Proxy(add, {
      apply(_, __, listening: Parameters<typeof add>) {
        add.apply(target, listening)
        ends.push(() => target.removeEventListener(...listening))
      },
    })
    ends.push(() => (target.addEventListener = add))
  }
  return () => {
    for (const end of ends) end()
  }
}

/** Notes the properties of globals, navigator and document. Returns a function that removes those added since. */
function trackProperties(): () => void {
  const tracked = [globalThis, navigator, document].map((owner) => ({
    owner,
    known: new Set(Object.getOwnPropertyNames(owner)),
  }))
  return () => {
    for (const { owner, known } of tracked)
      for (const name of Object.getOwnPropertyNames(owner)) if (!known.has(name)) Reflect.deleteProperty(owner, name)
  }
}

type Elements = { html: HTMLElement; head: HTMLElement; body: HTMLElement }

/** Clears the document and storage, and returns to the first address. Testing Library knows only the first body. */
function emptyDocument({ html, head, body }: Elements): void {
  if (document.documentElement !== html) document.replaceChildren(html)
  html.replaceChildren(head, body)
  for (const element of [html, head, body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  head.replaceChildren()
  body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
}

// Browsers whose tests depend on no machine's speed: toasts stay readable, and routes end before their context does.
import type { Browser, BrowserContext } from '@playwright/test'

/**
 * Makes each new context of a browser keep what its toasts say, and end its routes before it closes. A toast is gone after two seconds,
 * in which a busy machine may not look once. A route that still reads its reply when the context closes would fail the test.
 */
export function makeContextsLast(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(keepToasts)
    endRoutesFirst(context)
    return context
  }
  return browser
}

function endRoutesFirst(context: BrowserContext): void {
  const close = context.close.bind(context)
  let isClosed = false
  context.once('close', () => (isClosed = true))
  context.close = async (options) => {
    const all = isClosed ? [] : [context, ...context.pages()]
    await Promise.all(all.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
    await close(options)
  }
}

/**
 * Runs in the page: leaves an invisible copy of each toast that goes, until the same one is shown again. Nobody sees, reaches or hears
 * the copies. `data-kept` has the toast's classes.
 */
function keepToasts(): void {
  const toastOf = (node: Node) => (node instanceof HTMLElement && node.matches('.toast') ? node : undefined)
  const kept = new Map<string, HTMLElement>()
  let shelf: HTMLElement | undefined
  function keep(toast: HTMLElement) {
    const [words, copy] = [toast.textContent, document.createElement('p')]
    copy.textContent = words
    copy.dataset['kept'] = toast.className
    shelf ??= Object.assign(document.createElement('div'), { ariaHidden: 'true' })
    shelf.style.cssText =
      'position:fixed;top:0;left:0;width:1px;height:1px;overflow:hidden;opacity:0;pointer-events:none'
    if (!shelf.isConnected) document.body.append(shelf)
    kept.get(words)?.remove()
    kept.set(words, copy)
    shelf.append(copy)
  }
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const toast of Array.from(removedNodes, toastOf)) if (toast) keep(toast)
      for (const toast of Array.from(addedNodes, toastOf)) if (toast) kept.get(toast.textContent)?.remove()
    }
  }).observe(document, { childList: true, subtree: true })
}

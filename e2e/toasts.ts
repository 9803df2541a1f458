import type { Page } from '@playwright/test'

/** Counts the toasts ever shown with a text. */
export async function countToasts(page: Page, text: string): Promise<() => Promise<number>> {
  await page.addInitScript((wanted) => {
    const counted = new Set<Node>()
    Object.assign(globalThis, { countToasts: () => counted.size })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element && node.matches('.toast') && node.textContent?.includes(wanted)) counted.add(node)
    }).observe(document, { childList: true, subtree: true })
  }, text)
  return () => page.evaluate(() => (globalThis as unknown as { countToasts: () => number }).countToasts())
}

import type { Page } from '@playwright/test'

/** Counts the clicks of a page and of those that follow it. Choosing a file counts as one click; typing does not count. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  let clicks = 0
  await page.exposeFunction('countClick', () => (clicks += 1))
  await page.addInitScript(() => {
    const count = (event: Event) => {
      // A label's click is followed by one on its control, and Enter in a form by one on its button.
      if (event instanceof MouseEvent && event.isTrusted && event.detail > 0) void Reflect.get(window, 'countClick')()
      if (event.type === 'change' && event.target instanceof HTMLInputElement && event.target.type === 'file')
        void Reflect.get(window, 'countClick')()
    }
    addEventListener('click', count, true)
    addEventListener('change', count, true)
  })
  return async () => {
    await page.evaluate(() => undefined)
    return clicks
  }
}

// A phone and a laptop, and whether a page fits them. A journey is taken on one of them, and checks its pages on both.
import { expect, type Page } from '@playwright/test'

export const phone = { width: 390, height: 844 }
export const laptop = { width: 1280, height: 900 }

/** Checks on a phone and on a laptop that a page needs no scrolling sideways. */
export async function expectFit(page: Page): Promise<void> {
  const before = page.viewportSize() ?? phone
  for (const screen of [laptop, phone, before]) {
    await page.setViewportSize(screen)
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    // The page may need a moment for its new width.
    await expect.poll(tooWide).toBeLessThanOrEqual(0)
  }
}

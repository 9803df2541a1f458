// The screens of a phone and a laptop, and checks that a page fits them and that its parts stay in place. A journey runs on one
// of these screens, and checks its pages on both.
import { expect, type Page } from '@playwright/test'

export const phone = { width: 390, height: 844 }
export const laptop = { width: 1280, height: 900 }

/** Lists what reaches beyond the right edge of the screen, so that a failure says what is too wide. */
const listTooWide = (page: Page) =>
  page.evaluate(() => {
    const excess = document.documentElement.scrollWidth - innerWidth
    if (excess <= 0) return []
    const elements = [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
      .map((element) => `${element.tagName} ${element.className}: ${element.innerText?.slice(0, 60)}`)
      .slice(0, 20)
    return [`${excess} px too wide`, ...elements]
  })

/** Expects a page not to need sideways scrolling. It may need a moment after a change of width. */
export async function expectFitsWidth(page: Page): Promise<void> {
  await expect.poll(() => listTooWide(page), page.url()).toEqual([])
}

/**
 * Waits until a page fits a new width.
 * @returns what is still too wide after the time limit, in milliseconds
 */
export async function findTooWide(page: Page, timeout: number): Promise<string[]> {
  let found: string[] = []
  const list = async () => (found = await listTooWide(page))
  await expect
    .poll(list, { timeout })
    .toEqual([])
    .catch(() => undefined)
  return found
}

/** Checks on a phone and a laptop that a page needs no sideways scrolling. */
export async function expectFit(page: Page): Promise<void> {
  const before = page.viewportSize() ?? phone
  for (const screen of [laptop, phone, before]) {
    await page.setViewportSize(screen)
    await expectFitsWidth(page)
  }
}

/** Checks that nothing found by `selector` moves when `change` makes something appear, as a finger may be about to tap it. */
export async function expectStill(page: Page, selector: string, change: () => Promise<void>): Promise<void> {
  // A font that loads meanwhile changes the widths.
  await page.evaluate(async () => void (await document.fonts.ready))
  const measure = () =>
    page.locator(selector).evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
  const before = await measure()
  expect(before.length).toBeGreaterThan(0)
  await change()
  expect(await measure()).toEqual(before)
}

// Enlarges the text of a page, as people do who see little, and checks what may go wrong then.
import { expect, type Page } from '@playwright/test'
import { expectFitsWidth } from './fit.ts'

/** Doubles the text of every page that a tab opens. */
export async function doubleText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const enlarge = () => document.documentElement.style.setProperty('font-size', '200%')
    addEventListener('DOMContentLoaded', enlarge)
  })
}

/** Lists words that are cut in two, and controls that something covers wherever the page is scrolled to. */
const findFlaws = (page: Page) =>
  page.evaluate(() => {
    const flaws: string[] = []
    // Addresses and usernames may be cut anywhere.
    const pageAddress = /^[^\s/]*[.:][^\s/]*(\/[^\s/]+)+$/
    const word = /(?<![\p{L}\p{M}\p{N}_@.-])[\p{L}\p{M}’]{3,}(?![\p{L}\p{M}\p{N}_@-])/gu
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const { currentNode: text } = words
      const element = text.parentElement
      // What is for screen readers alone has no room.
      if (!element?.checkVisibility() || element.closest('.sr')) continue
      const content = text.textContent ?? ''
      if (pageAddress.test(content)) continue
      for (const { 0: found, index } of content.matchAll(word)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + found.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4)))
        if (lines.size > 1) flaws.push(`cut in two: ${found}`)
      }
    }
    for (const control of document.querySelectorAll<HTMLElement>('main :is(a, button, input, select)')) {
      if (!control.checkVisibility() || control.matches('.sr *, .timeleft *, :disabled')) continue
      control.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const own = [control, ...('labels' in control ? [...(control.labels as NodeListOf<HTMLElement>)] : [])]
      if (!own.some((one) => one.contains(hit) || hit?.contains(one)))
        flaws.push(`covered: ${control.innerText || control.ariaLabel || control.id}`)
    }
    scrollTo(0, 0)
    return flaws
  })

/** Expects that a page with large text needs no scrolling sideways, cuts no word in two and covers no control. */
export async function expectLargeText(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"], .sk')).toHaveCount(0)
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  await expect.poll(size).toBe('32px')
  await expectFitsWidth(page)
  expect(await findFlaws(page), page.url()).toEqual([])
}

// Enlarges a page's text, like people with low vision do, and checks what may go wrong.
import { expect, type Page } from '@playwright/test'
import { expectFitsWidth } from './fit.ts'

/** Doubles the text on every page that a tab opens. */
export async function doubleText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const enlarge = () => document.documentElement.style.setProperty('font-size', '200%')
    addEventListener('DOMContentLoaded', enlarge)
  })
}

/** Doubles the text of a page that is already shown. */
export const doubleShownText = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))

/**
 * Lists words that are cut in two, and controls that stay covered wherever the page is scrolled.
 * @param mayBeCut texts without a place to break
 */
export const findLargeTextFlaws = (page: Page, mayBeCut: readonly string[] = []) =>
  page.evaluate((unbreakable) => {
    const flaws: string[] = []
    const describe = (element: Element | null) => element?.outerHTML.slice(0, 80) ?? 'what is outside the screen'
    const isUnbreakable = (content: string, index: number) =>
      unbreakable.some((text) => {
        const start = content.lastIndexOf(text, index)
        return start !== -1 && index < start + text.length
      })
    // Addresses and usernames may be cut anywhere.
    const pageAddress = /^[^\s/]*[.:][^\s/]*(\/[^\s/]+)+$/
    const word = /(?<![\p{L}\p{M}\p{N}_@.-])[\p{L}\p{M}’]{3,}(?![\p{L}\p{M}\p{N}_@-])/gu
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const { currentNode: text } = words
      const element = text.parentElement
      // Text that is only for screen readers takes no space.
      if (!element?.checkVisibility() || element.closest('.sr')) continue
      // Clipped text is only for screen readers on small screens.
      if (getComputedStyle(element).clipPath !== 'none') continue
      const content = text.textContent ?? ''
      if (pageAddress.test(content)) continue
      for (const { 0: found, index } of content.matchAll(word)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + found.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4)))
        if (lines.size > 1 && !isUnbreakable(content, index)) flaws.push(`cut in two: ${found} in ${describe(element)}`)
      }
    }
    for (const control of document.querySelectorAll<HTMLElement>('main :is(a, button, input, select)')) {
      if (!control.checkVisibility() || control.matches('.sr *, .timeleft *, :disabled')) continue
      // On a phone each row is a card, and the headers are only for screen readers.
      const headers = control.closest('thead')
      if (headers && getComputedStyle(headers).clipPath !== 'none') continue
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const own = [control, ...('labels' in control ? [...(control.labels as NodeListOf<HTMLElement>)] : [])]
      if (!own.some((one) => one.contains(hit) || hit?.contains(one)))
        flaws.push(`covered: ${control.innerText || control.ariaLabel || control.id} by ${describe(hit)}`)
    }
    scrollTo(0, 0)
    return flaws
  }, mayBeCut)

/** Expects a page with large text not to need sideways scrolling, cut words in two or cover controls. */
export async function expectLargeText(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"], .sk')).toHaveCount(0)
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  await expect.poll(size).toBe('32px')
  await expectFitsWidth(page)
  expect(await findLargeTextFlaws(page), page.url()).toEqual([])
}

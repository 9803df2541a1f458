// Finds what a page covers or cuts off at a width: buttons, links, fields and chips that lie over each other, and tables with more
// columns than fit beside a column that stays in view.
import type { Page } from '@playwright/test'

/** Lists the faults of the page that is shown. */
export const findOverlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}”`
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      // Texts for screen readers are one pixel large, and invisible checkboxes lie under what is drawn for them.
      return width > 4 && height > 4 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    }
    /** Whether an element stays in view while others scroll under it, which it then covers on purpose. */
    const isFloating = (element: Element) => {
      for (let one: Element | null = element; one && one.id !== 'main'; one = one.parentElement)
        if (['sticky', 'fixed'].includes(getComputedStyle(one).position)) return true
      return false
    }
    const isClipped = (element: Element | null) => element !== null && element.clientHeight <= 1
    const controls = [...document.querySelectorAll('main :is(button, a[href], input, select, textarea, .chip)')]
      // The header of a table whose rows are cards is only for screen readers.
      .filter((element) => isShown(element) && !isFloating(element) && !isClipped(element.closest('thead')))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
    const found: string[] = []
    for (const [at, { element, box }] of controls.entries())
      for (const other of controls.slice(at + 1)) {
        if (element.contains(other.element) || other.element.contains(element)) continue
        // A field may have a button inside its frame.
        if (
          element.matches('input') &&
          other.element.matches('button') &&
          element.parentElement?.contains(other.element)
        )
          continue
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        // Chips in a text may touch those of the next line.
        if (width > 2 && height > 2) found.push(`${nameOf(element)} and ${nameOf(other.element)} overlap`)
      }
    for (const table of document.querySelectorAll('main .scroll-x'))
      if (isShown(table) && table.scrollWidth > table.clientWidth + 1)
        found.push(`a table is ${table.scrollWidth - table.clientWidth} px too wide: ${nameOf(table)}`)
    return found
  })

// Shared by tests of logins in several tabs.
import { expect, type Page } from '@playwright/test'

/** Opens a page in a new tab of the same browser, as somebody who clicks a link in a mail does. */
export async function openTab(page: Page, path: string, size = page.viewportSize()): Promise<Page> {
  const tab = await page.context().newPage()
  if (size) await tab.setViewportSize(size)
  await tab.goto(path)
  return tab
}

/** Returns the texts of the controls over which a toast lies. */
export const listCovered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect())
    const covers = (box: DOMRect) =>
      toasts.some(
        ({ top, bottom, left, right }) => top < box.bottom && bottom > box.top && left < box.right && right > box.left,
      )
    return [...document.querySelectorAll('a, button, input')]
      .filter((control) => !control.closest('.toast') && covers(control.getBoundingClientRect()))
      .map((control) => control.textContent)
  })

export const offer = (page: Page, username: string) =>
  page.getByRole('button', { name: `Continue as ${username}`, exact: true })

/** Waits until the login page has asked the other tabs, and expects none of them to have a login to offer. */
export async function expectNoOffer(page: Page): Promise<void> {
  await expect(page.locator('.offer[aria-busy="false"]')).toBeAttached()
  await expect(page.getByRole('button', { name: /^Continue as/ })).toHaveCount(0)
}

// What tests of logins in several tabs share.
import { expect, type Page } from '@playwright/test'

/** Opens a page in a new tab of the same browser, as somebody who clicks a link in a mail does. */
export async function openTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(path)
  return tab
}

export const offer = (page: Page, username: string) =>
  page.getByRole('button', { name: `Continue as ${username}`, exact: true })

/** Waits until the login page has asked the other tabs, and expects that none of them has a login to offer. */
export async function expectNoOffer(page: Page): Promise<void> {
  await expect(page.locator('.offer[aria-busy="false"]')).toBeAttached()
  await expect(page.getByRole('button', { name: /^Continue as/ })).toHaveCount(0)
}

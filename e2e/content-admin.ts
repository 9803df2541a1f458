import type { Page } from '@playwright/test'
import { makeAnotherAdmin } from './another-admin.ts'

/** Logs in another admin, who manages content, on a page. Returns the page. */
export async function openForContentAdmin(page: Page, productUrl: string): Promise<Page> {
  const login = await makeAnotherAdmin(productUrl, 'content')
  await page.addInitScript((fields) => {
    for (const [key, value] of Object.entries(fields)) sessionStorage.setItem(key, value)
  }, login)
  return page
}

// Browsers too old for the pages' scripts: they lack a method, or cannot run modules.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const TITLE = 'Your browser is too old for Baobab'

/** Opens a page, and fails if one of its scripts fails or its policy blocks something. */
async function open(page: Page, path: string): Promise<void> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => message.text().includes('Content Security Policy') && problems.push(message.text()))
  await page.goto(path)
  expect(problems).toEqual([])
}

const expectPlainPage = async (page: Page) => {
  await expect(page.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible()
  await expect(page.getByText('open this page in the newest Chrome or Firefox')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByText('Something went wrong!')).toHaveCount(0)
}

const expectBanner = async (page: Page) => {
  await expect(page.getByRole('alert').filter({ hasText: TITLE })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('a browser without a method that the scripts need says which browser to get', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'at'))
  for (const path of ['/student/login', '/admin/login']) {
    await open(page, path)
    await expectPlainPage(page)
  }
  await open(page, '/')
  await expectBanner(page)
})

test('a browser that does not run modules says which browser to get', async ({ page }) => {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('type="module"', 'type="unknown"') })
  })
  await open(page, '/student/login')
  await expectPlainPage(page)
  await open(page, '/')
  await expectBanner(page)
})

test("a browser that cannot read the scripts' syntax says which browser to get", async ({ page }) => {
  await page.route('**/assets/root-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'unknown syntax' }),
  )
  await page.goto('/student/login')
  await expectPlainPage(page)
})

test('a page whose scripts are lost on the way does not blame the browser', async ({ page }) => {
  await page.route('**/assets/{root,public}-*.js', (route) => route.abort())
  for (const path of ['/student/login', '/']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(TITLE)).toHaveCount(0)
  }
})

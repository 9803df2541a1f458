// Every page loads, shows its data, fits a small phone, passes axe in both themes, violates no content policy and stays
// within its script budget.
import { isScriptFreePage, pagePaths } from '@baobab/contract/pages.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { addressOf, prepareVisits, RESULT_PAGE, visitorOf, type Visits } from './visits.ts'

const KB = 1024
/** The maximum size of the scripts that a page may load, in bytes. */
const budgetOf = (path: string) => (isScriptFreePage(path) ? 10 * KB : 224 * KB)

let visits: Visits
test.beforeAll(async () => {
  visits = await prepareVisits(process.env['PRODUCT_URL'] ?? '')
})

/** Opens a page as the visitor it is for and waits until its data is shown. Returns the problems found meanwhile. */
async function visit(page: Page, path: string): Promise<string[]> {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== process.env['PRODUCT_URL']) problems.push(`asked ${request.url()}`)
  })
  await page.addInitScript((entries) => {
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      throw new Error(`The policy refused something by ${violatedDirective}.`)
    })
    for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value)
  }, visits.keys[visitorOf(path)])
  await page.goto(addressOf(path, visits))
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'This page is not here' })).toHaveCount(0)
  await expect(page.locator('[aria-busy="true"], .sk')).toHaveCount(0)
  return problems
}

test.describe.configure({ mode: 'parallel' })

// Pages that redirect have tests of their own.
const leading = new Set(['/reset-password', '/guardian-wait', '/guardian-consent', '/student/successss'])

/** Second addresses of a page, whose accessibility is tested at its first one. */
const otherAddresses = new Set(['/t&c', '/policy', '/email-verify', '/dashboard', '/payment', '/admin/trivias'])

for (const path of [...pagePaths.filter((one) => !leading.has(one)), RESULT_PAGE])
  test(`C-12 ${path} asks no other address, fits, is accessible in both themes, and is light`, async ({ page }) => {
    let scriptBytes = 0
    page.on('response', async (response) => {
      if (response.request().resourceType() !== 'script') return
      const headers = await response.allHeaders()
      expect(headers['content-encoding'], response.url()).toBe('br')
      scriptBytes += Number(headers['content-length'])
    })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: 'light' })
    const problems = await visit(page, path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    if (!otherAddresses.has(path)) {
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, { onlyColours: true })
    }
    expect(scriptBytes).toBeGreaterThan(0)
    expect(scriptBytes).toBeLessThan(budgetOf(path))
    expect(problems).toEqual([])
  })

test('a page that a link opens is at its top at once, so that no button moves away from a finger', async ({ page }) => {
  await page.goto('/faq')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL(/terms|t&c/)
  await expect(page.getByRole('heading', { level: 1, name: /Terms/ })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('an unknown path shows a friendly 404 page with a link', async ({ page }) => {
  const response = await page.goto('/nothing-here')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  const missing = await page.request.get('/assets/missing.js', { headers: { accept: 'text/html' } })
  expect(missing.status()).toBe(404)
  expect(missing.headers()['content-type']).toContain('application/json')
})

test('pages have the content policy of the build and cannot be framed', async ({ request }) => {
  for (const path of ['/', '/student/login', '/about']) {
    const headers = (await request.get(path)).headers()
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/script-src 'self' 'sha256-/)
    expect(policy).not.toContain('unsafe')
  }
})

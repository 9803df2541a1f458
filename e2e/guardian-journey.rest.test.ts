// A child under 13 on a laptop, and pages opened without a login, to which logging in returns.
import type { Page } from '@playwright/test'
import { expectFitsWidth } from './fit.ts'
import { expect, waitForApp } from './fixtures.ts'
import { test } from './guardian-product.ts'
import { ADMIN, registration } from './people.ts'
import { laptop } from './fit.ts'
import { fillSignUp } from './sign-up.ts'
import { child, enterCode, giveAndWithdrawConsent, logIn } from './guardian-steps.ts'

test.use({ viewport: { width: 360, height: 560 } })

test('the guardian field appears as soon as the birth date requires it', async ({ page }) => {
  await page.goto('/student/register')
  const field = page.getByLabel("Parent's or guardian's email")
  await expect(field).toHaveCount(0)
  await page.getByLabel('Date of Birth').fill(child().birth)
  await expect(field).toBeAttached()
  const sixteen = `${new Date().getFullYear() - 16}-01-01`
  await page.getByLabel('Date of Birth').fill(sixteen)
  await expect(page.getByText('You will play with ages')).toBeVisible()
  await expect(field).toHaveCount(0)

  // Simulates a product where everybody under 18 needs a guardian.
  await page.route('**/api/settings', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), guardianAge: 18 } })
  })
  await page.reload()
  await page.getByLabel('Date of Birth').fill(sixteen)
  await expect(field).toBeAttached()
})

test('at 1280 x 900 a child waits for a guardian, who agrees and later withdraws consent', async ({ page }) => {
  await giveAndWithdrawConsent(page, laptop)
})

test('a page that needs a login opens after it, and Back leads to where the student came from', async ({ page }) => {
  const form = registration()
  await page.goto('/about')
  await page.goto('/student/scholarship?ageCategory=5-10', { waitUntil: 'commit' })
  // "Missing username or token on a protected screen shows an error toast and redirects to login."
  const errors = page.locator('.toast--bad, [data-kept~="toast--bad"]')
  await expect(errors.filter({ hasText: 'Unauthorized. Redirecting...' })).toBeVisible()
  await page.waitForURL('**/student/login')
  await expect(page.getByText('Log in to see this page.')).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await fillSignUp(page, form)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/verify-email')
  await enterCode(page, form.email)
  await page.waitForURL('**/student/login')
  await logIn(page, form)
  await expect(page.getByText(`Hello ${form.username}! Opening your page.`)).toBeVisible()
  await page.waitForURL('**/student/scholarship?ageCategory=5-10')
  expect(await page.evaluate(() => sessionStorage.getItem('email'))).toBe(form.email)
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.waitForURL('**/student/setting')
  await page.goBack()
  await expect(page).toHaveURL(/scholarship/)

  // The page is opened only once: the next login leads to the dashboard.
  await logOutHere(page)
  await page.goto('/student/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page.getByText('Log in to see this page.')).toHaveCount(0)
  await logIn(page, form)
  await page.waitForURL('**/student/dashboard')

  await logOutHere(page)
  await page.goto('/student/notification')
  await page.waitForURL('**/student/login')
  await logIn(page, form)
  await page.waitForURL('**/student/notification')
  await page.goBack()
  await expect(page).toHaveURL(/about/)
})

/** Forgets the login in this tab, as if the browser had been closed. */
async function logOutHere(page: Page): Promise<void> {
  // On a page without a guard, which would store its own address.
  await page.goto('/about')
  await page.evaluate(() => {
    for (const key of ['authToken', 'username']) sessionStorage.removeItem(key)
  })
}

test('a login without a username says so', async ({ page }) => {
  await page.goto('/about')
  await page.evaluate(() => sessionStorage.setItem('authToken', 'x'.repeat(43)))
  await page.goto('/student/dashboard', { waitUntil: 'commit' })
  await expect(page.getByText('Username is not available. Redirecting to login...').first()).toBeVisible()
  await page.waitForURL('**/student/login')
})

test('an admin page opens after the login, and no address leads to another site', async ({ page }) => {
  await page.goto('/admin/payments')
  await page.waitForURL('**/admin/login')
  await logIn(page, ADMIN)
  await page.waitForURL('**/admin/payments')
  // On a page without a guard, which would store its own address.
  await page.goto('/about')
  await page.evaluate(() => {
    sessionStorage.removeItem('adminAuthToken')
    sessionStorage.setItem('adminPageAfterLogin', '//evil.example/admin/payments')
  })
  await page.goto('/admin/login')
  await logIn(page, ADMIN)
  await page.waitForURL('**/admin/dashboard')
})

test('with text at 200 % all tabs are in reach, and nothing hides behind them', async ({ studentPage: page }) => {
  await page.goto('/student/setting')
  await waitForApp(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const tabs = page.getByRole('navigation', { name: 'Student', exact: true })
  for (const label of ['Dashboard', 'Videos', 'Trivia', 'Leaderboard', 'Settings']) {
    const tab = tabs.getByRole('link', { name: label, exact: true })
    await expect(tab).toBeInViewport({ ratio: 1 })
    const lines = await tab.evaluate((link) => {
      const range = document.createRange()
      for (const node of link.childNodes) if (node.nodeType === Node.TEXT_NODE) range.selectNode(node)
      return range.getClientRects().length
    })
    expect(lines, label).toBeLessThanOrEqual(1)
  }
  await expectFitsWidth(page)
  // The page's last control can be scrolled above the tabs.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const last = page.getByRole('main').getByRole('button').last()
  const [control, bar] = [await last.boundingBox(), await tabs.boundingBox()]
  expect((control?.y ?? 0) + (control?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
})

test('with text at 200 % the tabs of the content pages fit the screen', async ({ adminPage: page }) => {
  for (const [path, name] of [
    ['/admin/content-management', 'Content'],
    ['/admin/trivias', 'Content'],
  ] as const) {
    await page.goto(path)
    const tabs = page.getByRole('navigation', { name, exact: true }).getByRole('link')
    await expect(tabs).toHaveCount(4)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const tab of await tabs.all()) {
      const [text, box] = await tab.evaluate((link) => {
        const range = document.createRange()
        range.selectNodeContents(link)
        return [range.getBoundingClientRect().right, link.getBoundingClientRect().right]
      })
      expect(text).toBeLessThanOrEqual(box ?? 0)
      expect(box).toBeLessThanOrEqual(360)
    }
  }
})

test('numbers and small titles are set in the text face', async ({ page }) => {
  await page.goto('/about')
  const faceOf = (level: number) =>
    page
      .getByRole('heading', { level })
      .first()
      .evaluate((heading) => getComputedStyle(heading).fontFamily)
  expect(await faceOf(1)).toContain('Ojuju')
  expect(await faceOf(2)).not.toContain('Ojuju')
  expect(await faceOf(3)).not.toContain('Ojuju')
  await page.goto('/contact')
  for (const [width, isLarge] of [
    [360, false],
    [1280, true],
  ] as const) {
    await page.setViewportSize({ width, height: 740 })
    expect((await faceOf(1)).includes('Ojuju')).toBe(isLarge)
  }
  await page.goto('/student/login')
  await waitForApp(page)
  const greeting = page.getByText('The story is waiting under the tree.')
  const greetingFace = () => greeting.evaluate((element) => getComputedStyle(element).fontFamily)
  expect(await greetingFace()).toContain('Ojuju')
  await page.setViewportSize({ width: 360, height: 560 })
  expect(await greetingFace()).not.toContain('Ojuju')
  await page.goto('/about')
  await expect(page.getByText('All of this is invented.')).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('All of this is invented.')).toBeVisible()
})

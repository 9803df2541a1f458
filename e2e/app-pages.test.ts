// The HTML of the app's pages: each shows its layout and heading before its script has loaded, and has already requested its data, which
// its script does not request again (pages.test.ts).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test, waitForApp } from './fixtures.ts'

const build = fileURLToPath(new URL('../web/build/client', import.meta.url))

/** Blocks the app's scripts. The page's inline scripts run. */
const blockScripts = (page: Page) => page.route('**/assets/*.js', (route) => route.abort())

/** Notes the API addresses that a page requests, without live streams. */
function noteRequests(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.resourceType() === 'fetch' && !pathname.endsWith('/live')) requested.push(pathname + search)
  })
  return requested
}

const studentPages = [
  ['/student/dashboard', 'Hello'],
  ['/student/videos', 'All Videos'],
  ['/student/trivia', 'Available Videos with Trivia'],
  ['/student/scholarship', 'Leaderboard'],
  ['/student/setting', 'Settings'],
  ['/student/payment', 'Make a Payment'],
] as const

test.use({ viewport: { width: 360, height: 740 } })

test('each page shows its layout and heading before its script has loaded', async ({ studentPage: page, student }) => {
  await blockScripts(page)
  for (const [path, heading] of studentPages)
    await test.step(path, async () => {
      const requested = noteRequests(page)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Student' })).toBeVisible()
      await expect(page.locator(`.app [aria-current="page"][href="${path}"]`)).not.toHaveCount(0)
      await expect(page).toHaveTitle(/\w+ \| Baobab/)
      if (path === '/student/dashboard')
        await expect(page.getByRole('heading', { level: 1 })).toContainText(student.username)
      expect(requested).toContain(`/student/one-student/${student.username}`)
      page.removeAllListeners('request')
      await expectAccessible(page)
    })
})

test('the page of a video and the list of videos start with placeholders of their own shape', async ({
  studentPage: page,
  student,
}) => {
  const [video] = await student.call(listVideos, {})
  await blockScripts(page)
  await page.goto(`/student/videos?video=${video?._id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Video', exact: true })).toBeAttached()
  await page.goto(`/student/trivia/page?video=${video?._id}`)
  await expect(page.getByText('Loading quiz...')).toBeVisible()
})

test('a visitor sees nothing of a student page, and is sent to the login', async ({ page }) => {
  const requested = noteRequests(page)
  await blockScripts(page)
  await page.goto('/student/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  expect(requested).toEqual([])
  await page.unroute('**/assets/*.js')
  await page.goto('/student/dashboard')
  await page.waitForURL('**/student/login')
})

test('the login form is on screen at once, and accepts input only when it can send it', async ({ page }) => {
  await page.goto('/')
  await blockScripts(page)
  await page.goto('/student/login')
  await expect(page.getByText('Welcome Back')).toBeVisible()
  await expect(page.locator('form[inert]')).toBeVisible()
  await page.unroute('**/assets/*.js')
  await page.reload()
  await page.getByLabel('Email').fill('ada@school.example')
  await expect(page.locator('form[inert]')).toHaveCount(0)
})

test('a page says so if its script cannot be loaded, even one that requests no data', async ({ page }) => {
  await page.goto('/student/login')
  await waitForApp(page)
  await blockScripts(page)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
})

test('without scripting, an app page says what it needs', async ({ browser, productUrl }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: productUrl })
  const page = await context.newPage()
  await page.goto('/student/login')
  await expect(page.locator('noscript p')).toContainText('This page needs JavaScript.')
  await expect(page.locator('noscript p')).toBeVisible()
  await page.locator('noscript a').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  await context.close()
})

test('only admin documents list the admin pages', async ({ request }) => {
  const read = async (path: string) => (await request.get(path, { headers: { accept: 'text/html' } })).text()
  const findManifest = (html: string) => /\/(assets\/[\w-]*manifest-\w+\.js)/.exec(html)?.[1] ?? ''
  const lists = (html: string) => readFileSync(join(build, findManifest(html)), 'utf8').includes('admin/team')
  expect(lists(await read('/admin/login'))).toBe(true)
  for (const path of ['/student/dashboard', '/student/login', '/user-rank', '/scholarship/2026-10'])
    expect({ path, lists: lists(await read(path)) }).toEqual({ path, lists: false })
})

test('opening an admin page from another page loads an admin document', async ({ adminPage: page }) => {
  await page.goto('/student/login')
  await expect(page.getByLabel('Email')).toBeEnabled()
  await page.evaluate(() => {
    history.pushState(null, '', '/admin/team')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Team')
})

test("the app's HTML is the same for everybody", () => {
  const pages = readdirSync(build).filter((name) => name.endsWith('.html'))
  expect(pages.length).toBeGreaterThan(25)
  for (const name of pages) expect(readFileSync(join(build, name), 'utf8')).not.toContain('\uE000')
})

// The app on the home screen: its shortcuts, and the number on its icon.
import { notifyAll } from '@baobab/contract/notifications/admin.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { asAdmin } from './people.ts'

test.use({ serviceWorkers: 'allow' })

type Icon = { src: string; sizes: string }
type Manifest = { icons: Icon[]; shortcuts: { name: string; url: string; icons: Icon[] }[] }

test('each shortcut opens an app page, and every icon has its declared size', async ({
  studentPage: page,
  request,
}) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as Manifest
  for (const { src, sizes } of [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)]) {
    const reply = await request.get(src)
    expect(reply.status(), src).toBe(200)
    // The width and height in a PNG's header.
    const bytes = await reply.body()
    if (src.endsWith('.png')) expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes)
  }
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Quizzes', 'Videos', 'Leaderboard'])
  for (const { url } of manifest.shortcuts) {
    await page.goto(url)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(
      page.getByRole('navigation', { name: 'Student', exact: true }).locator('[aria-current="page"]'),
    ).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(url)
  }
})

/** Records what is shown on the app's icon, which a browser without a user interface does not have. */
const recordBadge = (page: Page) =>
  page.addInitScript(() => {
    navigator.setAppBadge = async (count) => sessionStorage.setItem('badge', String(count))
  })
const readBadge = (page: Page) => page.evaluate(() => sessionStorage.getItem('badge'))

test('the icon shows the number of unread notifications, and nothing after the logout', async ({
  studentPage: page,
  productUrl,
}) => {
  await recordBadge(page)
  await page.goto('/student/dashboard')
  await expect.poll(() => readBadge(page)).toBe('0')
  const { call } = await asAdmin(productUrl)
  await call(notifyAll, {
    body: { title: 'A new story', update: 'announcement', description: 'It is about a tortoise.' },
  })
  await expect.poll(() => readBadge(page)).toBe('1')
  await page.goto('/student/setting')
  await page.getByRole('button', { name: 'Log Out', exact: true }).last().click()
  await page.waitForURL('**/student/login')
  await expect.poll(() => readBadge(page)).toBe('0')
})

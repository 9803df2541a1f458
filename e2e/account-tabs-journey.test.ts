// Several tabs in one browser: a login that is not remembered belongs to the open tabs.
import { expect, test } from './fixtures.ts'
import { ADMIN } from './people.ts'
import { listCovered, offer, openTab } from './tab-logins.ts'

test.use({ viewport: { width: 1280, height: 900 } })

test('an admin opens a link in a new tab, is logged in there, and logs out of all tabs', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/dashboard')
  const link = page.getByRole('link', { name: 'User Management', exact: true }).first()
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ modifiers: ['Control'] })])
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(tab.getByRole('button', { name: 'Log Out' }).last()).toBeVisible()
  expect(tab.url()).not.toContain('/login')
  expect(await tab.evaluate(() => sessionStorage.getItem('adminUsername'))).toBe(ADMIN.username)

  await tab.getByRole('button', { name: 'Log Out' }).last().click()
  await tab.waitForURL('**/admin/login')
  await page.waitForURL('**/admin/login')
  for (const one of [tab, page]) expect(await one.evaluate(() => sessionStorage.getItem('adminAuthToken'))).toBeNull()
})

test("a new tab asks a student before it continues with another tab's login", async ({
  studentPage: page,
  student: { username },
}) => {
  await page.goto('/student/dashboard')
  await expect(page.getByRole('heading', { name: `Hello ${username}` })).toBeVisible()
  const tab = await openTab(page, '/student/videos', { width: 360, height: 560 })
  await tab.waitForURL('**/student/login')
  await expect(tab.getByText(`Continue as ${username}?`)).toBeVisible()
  // Keeps the toast until the pointer leaves it.
  await tab.locator('.toast').hover()
  expect(await listCovered(tab)).toEqual([])
  await tab.setViewportSize({ width: 1280, height: 900 })
  expect(await listCovered(tab)).toEqual([])
  expect(await tab.evaluate(() => sessionStorage.getItem('authToken'))).toBeNull()
  await offer(tab, username).click()
  await tab.waitForURL('**/student/videos')
  await expect(tab.getByRole('button', { name: 'Log Out' }).last()).toBeVisible()
})

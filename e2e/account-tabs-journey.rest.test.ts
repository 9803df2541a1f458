// Logins in several tabs: what is asked, what is never passed on, and what ends them.
import { inviteAdmin, logInAdmin, logOutAdmin, registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { findMailedLink } from './mailbox.ts'
import { ADMIN, asAdmin, makeStudent, registration, type Student } from './people.ts'
import { noteValues } from './run-logs.ts'
import { expectNoOffer, offer, openTab } from './tab-logins.ts'

test.use({ viewport: { width: 1280, height: 900 } })

async function logIn(page: Page, { email, password }: Pick<Student, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Registers another admin through an invitation. */
async function makeAdmin(productUrl: string) {
  const { username, email } = registration()
  await (await asAdmin(productUrl)).call(inviteAdmin, { body: { email, role: 'support' } })
  const link = new URL(await findMailedLink(productUrl, email, '/admin/register'))
  const body = { username, email, password: ADMIN.password, invitation: link.searchParams.get('invitation') ?? '' }
  const anyone = createClient({ baseUrl: productUrl })
  await anyone(registerAdmin, { body })
  const { authToken } = await anyone(logInAdmin, { body: { email, password: body.password } })
  noteValues({ token: authToken, username, email })
  return { username, token: authToken }
}

test('a mailed link opens for an admin with another tab open, but not after the last tab is closed', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('button', { name: 'Log Out' }).last()).toBeVisible()
  const tab = await openTab(page, '/admin/system')
  await expect(tab.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()
  await page.close()
  await tab.reload()
  await expect(tab.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()
  await tab.goto('/')
  const late = await openTab(tab, '/admin/system')
  await late.waitForURL('**/admin/login')
  await expectNoOffer(late)
})

test('with two admins in two tabs a new tab asks which one, and a logout ends only one login', async ({
  adminPage: page,
  productUrl,
}) => {
  const { username, token } = await makeAdmin(productUrl)
  await page.goto('/admin/dashboard')
  const second = await page.context().newPage()
  await second.addInitScript(
    (keys) => {
      if (sessionStorage.getItem('entered')) return
      for (const [key, value] of Object.entries(keys)) sessionStorage.setItem(key, value)
    },
    { entered: 'true', adminAuthToken: token, adminUsername: username },
  )
  await second.goto('/admin/messages')
  for (const one of [page, second]) await expect(one.getByRole('button', { name: 'Log Out' }).last()).toBeVisible()

  const tab = await openTab(page, '/admin/messages')
  await tab.waitForURL('**/admin/login')
  await expect(tab.getByText('Which account do you want to use?')).toBeVisible()
  await expect(offer(tab, ADMIN.username)).toBeVisible()
  await offer(tab, username).click()
  await tab.waitForURL('**/admin/messages')
  expect(await tab.evaluate(() => sessionStorage.getItem('adminUsername'))).toBe(username)

  await tab.getByRole('button', { name: 'Log Out' }).last().click()
  await second.waitForURL('**/admin/login')
  await expect(offer(second, ADMIN.username)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log Out' }).last()).toBeVisible()
})

test('R-43 a login that has ended on the server is not passed on', async ({ adminPage: page, productUrl }) => {
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('button', { name: 'Log Out' }).last()).toBeVisible()
  const token = (await page.evaluate(() => sessionStorage.getItem('adminAuthToken'))) ?? ''
  // This tab must not learn that the login ends: no request is in flight then, and later ones do not reach the server.
  await page.waitForLoadState('networkidle')
  await page.route('**', (route) => route.abort())
  await createClient({ baseUrl: productUrl, token: () => token })(logOutAdmin, {})
  const tab = await openTab(page, '/admin/system')
  await tab.waitForURL('**/admin/login')
  expect(await tab.evaluate(() => sessionStorage.getItem('adminAuthToken'))).toBeNull()
  // The other tab still offers the login on the login page.
  await offer(tab, ADMIN.username).click()
  await expect(tab.getByText('That login has ended. Please log in again.').first()).toBeVisible()
  expect(await tab.evaluate(() => sessionStorage.getItem('adminAuthToken'))).toBeNull()
})

test('R-43 a student declines, and where two students use the phone nothing is offered', async ({
  page,
  student,
  productUrl,
}) => {
  const other = await makeStudent(productUrl)
  await page.goto('/student/login')
  await logIn(page, student)
  await page.waitForURL('**/student/dashboard')
  const tab = await openTab(page, '/student/login')
  await expect(offer(tab, student.username)).toBeVisible()
  await tab.getByRole('button', { name: 'No, use another account' }).click()
  await expect(offer(tab, student.username)).toHaveCount(0)
  await logIn(tab, other)
  await tab.waitForURL('**/student/dashboard')
  await expectNoOffer(await openTab(page, '/student/login'))
  // The phone still counts as shared after they have left.
  await tab.close()
  await expectNoOffer(await openTab(page, '/student/login'))
})

test('an admin who has also logged in does not make a phone count as shared', async ({ page, student }) => {
  await page.goto('/admin/login')
  await logIn(page, ADMIN)
  await page.waitForURL('**/admin/dashboard')
  const first = await openTab(page, '/student/login')
  await expectNoOffer(first)
  await logIn(first, student)
  await first.waitForURL('**/student/dashboard')
  await expect(offer(await openTab(page, '/student/login'), student.username)).toBeVisible()
})

test('R-43 pages of the sandbox run no script that could ask, and answer nothing', async ({ adminPage: page }) => {
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('button', { name: 'Log Out' }).last()).toBeVisible()
  const sandbox = await openTab(page, '/sandbox/mailbox')
  const violated = sandbox.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective)),
      ),
  )
  await sandbox.evaluate(() => {
    const script = document.createElement('script')
    script.textContent =
      "new BroadcastChannel('baobab-admin-logins').postMessage({ ask: 'x' }); document.title = 'asked'"
    document.body.append(script)
  })
  expect(await violated).toBe('script-src-elem')
  expect(await sandbox.title()).not.toBe('asked')
  await page.goto('/')
  const tab = await openTab(page, '/admin/system')
  await tab.waitForURL('**/admin/login')
  await expectNoOffer(tab)
})

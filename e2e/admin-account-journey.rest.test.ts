// An admin invites another, who turns on the second factor and logs in with it, on a phone.
import { expect, test, type Page } from '@playwright/test'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { expectFit, phone } from './fit.ts'
import { findMailedLink } from './mailbox.ts'
import { ADMIN } from './people.ts'
import { startProduct, type Product } from './product.ts'
import { codeAt } from './totp.ts'

const PASSWORD = 'Papaya9tree!'

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
})
test.afterAll(() => product.remove())

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const waitForDashboard = (page: Page) => page.waitForURL('**/admin/dashboard')

async function typeLogin(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${product.url}/admin/login`)
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByLabel('Menu').first().click()
  await page.getByRole('button', { name: 'Log Out' }).filter({ visible: true }).first().click()
  await page.waitForURL('**/admin/login')
}

async function invite(page: Page, email: string): Promise<void> {
  await typeLogin(page, ADMIN.email, ADMIN.password)
  await waitForDashboard(page)
  await page.goto(`${product.url}/admin/team`)
  // Simulates a login more than 15 minutes ago.
  await page.route(
    '**/admin/invitations',
    (route) => route.fulfill({ status: 403, json: { status: 'error', code: 'reauth_required', message: '' } }),
    { times: 1 },
  )
  await field(page, 'Email').fill(email)
  await page.getByRole('checkbox', { name: 'Owner' }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Please enter your password again to continue.' })
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('Wrong7pass!')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This password is not correct.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('The invitation is on its way.').first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible()
}

async function register(page: Page, email: string): Promise<void> {
  await page.goto(await findMailedLink(product.url, email, '/admin/register'))
  await expect(field(page, 'Email')).toHaveValue(email)
  expect(page.url()).not.toContain('invitation')
  await field(page, 'Username').fill(email.replace(/@.*/, ''))
  await field(page, 'Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('**/admin/login')
}

/**
 * Turns on the second factor.
 * @returns the key and the recovery codes
 */
async function turnOn(page: Page): Promise<{ key: string; codes: string[] }> {
  await page.goto(`${product.url}/admin/setting`)
  const card = page.getByRole('region', { name: 'Two-factor authentication' })
  await card.getByRole('button', { name: 'Turn on' }).click()
  await card.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const key = (await card.getByRole('code').innerText()).replace(/\s/g, '')
  await field(page, 'Code').fill('000000')
  await card.getByRole('button', { name: 'Turn on' }).click()
  await expect(card.getByText('This code is not correct.')).toBeVisible()
  await field(page, 'Code').fill(codeAt(key, Date.now()))
  await card.getByRole('button', { name: 'Turn on' }).click()
  await expect(card.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const codes = await card.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await card.getByRole('button', { name: 'I have saved them' }).click()
  await expect(card.getByText('Recovery codes left: 10')).toBeVisible()
  return { key, codes }
}

/** Logs in with a password and a code. */
async function logInWithCode(page: Page, email: string, code: string): Promise<void> {
  await typeLogin(page, email, PASSWORD)
  await expect(page.getByText('Enter the 6-digit code from your authenticator app.')).toBeVisible()
  await field(page, 'Code').fill(code)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('an invited admin turns on the second factor and logs in with it', async ({ browser }) => {
  const email = 'helper@baobab.example'
  const firstAdmin = await browser.newPage({ viewport: phone })
  await invite(firstAdmin, email)
  await expectFit(firstAdmin)

  const page = await browser.newPage({ viewport: phone })
  await register(page, email)
  await field(page, 'Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await waitForDashboard(page)
  const { key, codes } = await turnOn(page)
  await expectFit(page)
  await logOut(page)

  // The code used to turn it on cannot be used again. The next one is accepted early, because clocks differ.
  await logInWithCode(page, email, codeAt(key, Date.now() + 30_000))
  await waitForDashboard(page)
  await logOut(page)

  await logInWithCode(page, email, codes[0] ?? '')
  await waitForDashboard(page)
  await logOut(page)
  await logInWithCode(page, email, codes[0] ?? '')
  await expect(page.getByText('This code is not correct.').first()).toBeVisible()

  await firstAdmin.reload()
  await firstAdmin.getByRole('button', { name: 'Remove access of helper' }).click()
  await firstAdmin.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click()
  await expect(firstAdmin.getByText('Access removed.').first()).toBeVisible()
  await firstAdmin.close()
  await page.close()
})

test('an admin who forgot the password chooses a new one by mail', async ({ page }) => {
  await page.goto(`${product.url}/admin/login`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The previous page also has a field with the name used below.
  await expect(page.getByRole('heading', { name: 'Forgot password', level: 1 })).toBeVisible()
  await field(page, 'Email').fill(ADMIN.email)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Check your email for reset instructions.').first()).toBeVisible()
  await page.goto(await findMailedLink(product.url, ADMIN.email, '/admin/reset-password'))
  await field(page, 'New password').fill(PASSWORD)
  await field(page, 'Confirm new password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await page.waitForURL('**/admin/login')
  await field(page, 'Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await waitForDashboard(page)
})

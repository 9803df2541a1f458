// A forgotten password, the devices that are logged in, and an account that its student deletes.
import { logInStudent } from '@baobab/contract/accounts/endpoints.ts'
import { listSessions } from '@baobab/contract/accounts/sessions.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import type { Locator, Page, Request } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { findMailedLink } from './mailbox.ts'
import type { Student } from './people.ts'

const NEW_PASSWORD = 'Papaya9tree'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

const readDevice = (page: Page) => page.evaluate(() => localStorage.getItem('device'))

/** Waits for a call and returns the `device` that it sends. */
async function sentDevice(page: Page, path: string): Promise<unknown> {
  const isCall = (request: Request) => request.method() === 'POST' && request.url().endsWith(path)
  const body = (await page.waitForRequest(isCall)).postDataJSON() as { device?: unknown }
  return body.device
}

async function chooseNewPassword(page: Page, password: string): Promise<void> {
  await field(page, 'New password').fill(password)
  await field(page, 'Confirm new password').fill(password)
  await page.getByRole('button', { name: 'Reset password' }).click()
}

async function logIn(page: Page, { email, password }: Pick<Student, 'email' | 'password'>): Promise<void> {
  await page.goto('/student/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await field(page, 'Email, phone or username').fill(email)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/student/dashboard')
}

test('R-20 a student who forgot the password chooses a new one by mail, and the browser is recognised from then on', async ({
  page,
  student,
  productUrl,
}) => {
  await page.goto('/student/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password', level: 1 })).toBeVisible()
  await field(page, 'Email or phone number').fill(student.email)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Check your email for reset instructions.').first()).toBeVisible()
  const link = await findMailedLink(productUrl, student.email, '/reset-password')
  const secret = new URL(link).searchParams.get('token') ?? ''
  expect(secret).toMatch(/^[\w-]{43}$/)
  const leaks: string[] = []
  page.on('request', (request) => {
    const { referer = '' } = request.headers()
    if (referer.includes(secret) || (request.url().includes(secret) && request.url() !== link))
      leaks.push(request.url())
  })

  await page.goto(link)
  await expect(field(page, 'New password')).toBeVisible()
  expect(page.url()).not.toContain('token')
  expect(await readDevice(page)).toBeNull()
  await chooseNewPassword(page, `${student.username.toUpperCase()}a1`)
  await expect(page.getByText('Please choose a less common password.')).toBeVisible()
  await chooseNewPassword(page, NEW_PASSWORD)
  await page.waitForURL('**/student/login')
  const device = await readDevice(page)
  expect(device).toMatch(/^[\w-]{43}$/)

  await expect(field(page, 'Email, phone or username')).toHaveValue(student.email)
  await field(page, 'Password').fill(NEW_PASSWORD)
  const sent = sentDevice(page, '/student/login')
  await page.getByRole('button', { name: 'Login' }).click()
  expect(await sent).toBe(device)
  await page.waitForURL('**/student/dashboard')

  await page.goto('/student/setting')
  await page.getByRole('button', { name: 'Log Out', exact: true }).last().click()
  await page.waitForURL('**/student/login')
  expect(await readDevice(page)).toBe(device)
  await page.goto('/forgot-password')
  await field(page, 'Email or phone number').fill(student.email)
  const sentAgain = sentDevice(page, '/student/forgot-password')
  await page.getByRole('button', { name: 'Submit' }).click()
  expect(await sentAgain).toBe(device)

  await page.goto(link)
  await chooseNewPassword(page, 'Guava9seed')
  await expect(page.getByText('Invalid or expired token.')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await page.waitForURL('**/forgot-password')
  expect(leaks).toEqual([])
})

test('R-23 a student sees the devices that are logged in, logs one out, and then all others', async ({
  page,
  student,
  browser,
  productUrl,
}) => {
  const phone = await browser.newPage({
    baseURL: productUrl,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Version/17 Safari/604.1',
  })
  await logIn(phone, student)
  const phoneDevice = await readDevice(phone)
  await logIn(page, student)
  const device = await readDevice(page)

  await page.goto('/student/setting')
  const card = page.getByRole('region', { name: 'Where you are logged in' })
  const rows: Locator = card.getByRole('listitem')
  // The third one is the API login that created the student.
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('This device')
  await expect(card.getByText('Logs out all other devices.')).toBeVisible()
  await card.getByRole('button', { name: 'Log out Unknown device' }).click()
  await expect(page.getByText('That device has been logged out.').first()).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Safari on iOS')

  await card.getByRole('button', { name: 'Log out elsewhere' }).click()
  await expect(page.getByText('All other devices have been logged out.').first()).toBeVisible()
  await expect(rows).toHaveCount(1)
  await phone.reload()
  await phone.waitForURL('**/student/login')
  await phone.close()

  const logInWith = async (secret: string | null) => {
    const body = { email: student.email, password: student.password, device: secret ?? '' }
    return createClient({ baseUrl: productUrl })(logInStudent, { body })
  }
  expect((await logInWith(phoneDevice)).device).not.toBe(phoneDevice)
  expect((await logInWith(device)).device).toBe(device)
  await expect(student.call(listSessions, {})).rejects.toThrow()
})

test('a student deletes the account', async ({ student, studentPage: page }) => {
  await page.goto('/student/setting')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password', { exact: true }).fill('Wrong7pass')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('This password is not correct.')).toBeVisible()
  await dialog.getByLabel('Your password', { exact: true }).fill(student.password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account has been deleted.').first()).toBeVisible()
  await page.goto('/student/login')
  await field(page, 'Email, phone or username').fill(student.email)
  await field(page, 'Password').fill(student.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Login failed! Please check your credentials.').first()).toBeVisible()
})

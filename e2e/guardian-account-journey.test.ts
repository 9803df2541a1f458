// A parent makes an account of their own by email, and keeps it on a small phone.
import { expect, test } from './fixtures.ts'
import { readMail } from './guardian-steps.ts'
import { smallestPhone } from './screen-sizes.ts'

test.use({ viewport: smallestPhone })

const PASSWORD = 'Mango4river!'
const NEW_PASSWORD = 'Papaya9tree!'

test('a parent signs up by email, logs in, resets the password and deletes the account', async ({ page }) => {
  const email = `mama.${Date.now().toString(36)}@home.example`
  await page.goto('/student/register')
  await page.getByRole('link', { name: 'Register your children' }).click()
  await page.getByLabel('Your name').fill('Mama Ada')
  await page.getByLabel('Email or phone number').fill('mama at home')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await expect(page.getByText('Enter an email like ada@home.com')).toBeVisible()
  await page.getByLabel('Email or phone number').fill(email)
  await page.getByLabel('Type the password again', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()

  await page.waitForURL('**/guardian/verify')
  const code = /\b\d{6}\b/.exec(await readMail(page, email, 'is your Baobab code'))?.[0] ?? ''
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.waitForURL('**/guardian/login')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('**/guardian')
  await page.locator('header summary').click()
  await page.locator('header').getByRole('link', { name: 'My account' }).click()
  await expect(page.getByText(email)).toBeVisible()
  await page.getByLabel('Your name').fill('Mama Obi')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Your name is saved.')).toBeVisible()
  await page.locator('header summary').click()
  await page.locator('header').getByRole('button', { name: 'Log Out' }).click()

  await page.waitForURL('**/guardian/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The login page has a field with the same label.
  await page.waitForURL('**/guardian/forgot-password')
  await page.getByLabel('Email or phone number').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const mail = await readMail(page, email, 'for a new password')
  await page.getByLabel('Code', { exact: true }).fill(/\b\d{6}\b/.exec(mail)?.[0] ?? '')
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save new password' }).click()

  await page.waitForURL('**/guardian/login')
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('**/guardian')
  await page.goto('/guardian/account')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(NEW_PASSWORD)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
})

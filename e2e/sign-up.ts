// How a new student signs up on the pages.
import { expect, type Page } from '@playwright/test'
import type { registration } from './people.ts'

type Form = ReturnType<typeof registration>

/** Opens the form for a new account, from Home. */
export async function openSignUp(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Start Now' }).click()
  await expect(page.getByRole('heading', { name: 'Sign Up' })).toBeVisible()
}

/** The width in pixels from which the form has no steps. */
const WIDE = 640

/** Opens the form's next step; on a wide screen all steps are open. */
export async function openNextStep(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? WIDE) < WIDE) await page.getByRole('button', { name: 'Next', exact: true }).click()
}

/**
 * Fills in the form for a new account, and ends at its last step.
 * @param guardian the guardian's email or phone number
 * @param way how the code is sent
 */
export async function fillSignUp(
  page: Page,
  form: Form,
  guardian?: string,
  way: 'email' | 'sms' = 'email',
): Promise<void> {
  await page.getByLabel('Username').fill(form.username)
  await page.getByLabel('Date of Birth').fill(form.birth)
  await page.getByLabel('Password', { exact: true }).fill(form.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(form.password)
  await openNextStep(page)
  if (way === 'sms') await page.getByLabel('By text message').check()
  else await page.getByLabel('Email', { exact: true }).fill(form.email)
  await page.getByLabel('Phone Number', { exact: true }).fill(form.number)
  if (guardian !== undefined) await page.getByLabel("Parent's or guardian's email").fill(guardian)
  await openNextStep(page)
  await page.getByLabel('Address').fill(form.address)
  await page.getByLabel('Gender').selectOption('female')
}

/** Creates a new account, from Home to the page that asks for the code. */
export async function signUp(page: Page, form: Form): Promise<void> {
  await openSignUp(page)
  await fillSignUp(page, form)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Registration successful').first()).toBeVisible()
  await page.waitForURL('**/verify-email')
}

/** Reads the code on the mailbox's page in a second tab, as a person would. */
export async function readCode(page: Page, email: string): Promise<string> {
  const mailbox = await page.context().newPage()
  await expect(async () => {
    await mailbox.goto(`/sandbox/mailbox?to=${encodeURIComponent(email)}`)
    await mailbox
      .getByRole('link', { name: /is your Baobab code/ })
      .first()
      .click({ timeout: 1_000 })
  }).toPass()
  const code = /\b\d{6}\b/.exec(await mailbox.locator('main').innerText())?.[0] ?? ''
  await mailbox.close()
  return code
}

/** Confirms the email with its code, and logs in. Ends on the dashboard. */
export async function verifyAndLogIn(page: Page, form: Form): Promise<void> {
  const code = await readCode(page, form.email)
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Email verified successfully!').first()).toBeVisible()
  await page.waitForURL('**/student/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await page.getByLabel('Email').fill(form.email)
  await page.getByLabel('Password', { exact: true }).fill(form.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Login successful!').first()).toBeVisible()
  await page.waitForURL('**/student/dashboard')
  await expect(page.getByRole('heading', { name: `Hello ${form.username}` })).toBeVisible()
  await expect(page.getByText('How are you today?')).toBeVisible()
}

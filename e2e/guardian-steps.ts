// A child under 13 registers, and a guardian decides.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { Page, ViewportSize } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFit } from './fit.ts'
import { expect } from './fixtures.ts'
import { doubleText, expectLargeText } from './large-text.ts'
import { passMidnight } from './midnight.ts'
import { registration } from './people.ts'
import { fillSignUp } from './sign-up.ts'
import { countToasts } from './toasts.ts'

type Form = ReturnType<typeof registration>

/** A ten-year-old child, so a guardian has to agree. */
export const child = (): Form => ({ ...registration(), birth: `${new Date().getFullYear() - 10}-01-01` })

type Mail = { subject: string; text: string }

/** Waits for a mail whose subject contains a text, and returns the mail's text. */
export async function readMail(page: Page, to: string, subject: string): Promise<string> {
  let mail: Mail | undefined
  await expect(async () => {
    const reply = await page.request.get(`/sandbox/mailbox/messages?to=${encodeURIComponent(to)}`)
    mail = ((await reply.json()) as Mail[]).find((one) => one.subject.includes(subject))
    expect(mail).toBeDefined()
  }).toPass()
  return mail?.text ?? ''
}

export const findLink = (text: string) => /http\S+guardian-consent\S+/.exec(text)?.[0] ?? ''

/** Enters the mailed code. */
export async function enterCode(page: Page, email: string): Promise<void> {
  const code = /\b\d{6}\b/.exec(await readMail(page, email, 'is your Baobab code'))?.[0] ?? ''
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Submit' }).click()
}

/** Logs in on the open page. */
export async function logIn(page: Page, { email, password }: Pick<Form, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Registers a child up to the waiting page. Returns the guardian's address. */
export async function registerChild(page: Page, form: Form): Promise<string> {
  const guardian = `parent.${form.email}`
  await page.goto('/student/register')
  await fillSignUp(page, form, guardian)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/verify-email')
  await enterCode(page, form.email)
  await expectWaiting(page)
  return guardian
}

/** Expects the page that waits for the guardian. */
async function expectWaiting(page: Page): Promise<void> {
  await page.waitForURL('**/guardian-wait')
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for your parent or guardian' })).toBeVisible()
  await expect(page.getByText('p•••@school.example')).toBeVisible()
}

/**
 * Takes a child and a guardian from registration to consent and its withdrawal.
 * @param page of the child
 */
export async function giveAndWithdrawConsent(page: Page, screen: ViewportSize): Promise<void> {
  await page.setViewportSize(screen)
  const form = child()
  const address = await registerChild(page, form)
  await expectAccessible(page)
  await expectFit(page)
  await page.reload()
  await expectWaiting(page)
  // The code is not asked for again.
  await page.goto('/verify-email')
  await expectWaiting(page)
  await page.goto('/student/login')
  await logIn(page, form)
  await expectWaiting(page)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()

  const guardian = await page.context().newPage()
  await guardian.setViewportSize(screen)
  await guardian.goto(findLink(await readMail(page, address, 'consent')))
  await expect(guardian.getByText(form.username, { exact: true })).toBeVisible()
  await expect(guardian.getByText('What the child can do')).toBeVisible()
  await expectAccessible(guardian)
  await expectFit(guardian)
  await doubleText(guardian)
  await guardian.reload()
  await expect(guardian.getByText('What the child can do')).toBeVisible()
  await expectLargeText(guardian)
  await guardian.getByRole('button', { name: 'I agree' }).click()
  await expect(guardian.getByText('Thank you. The account is open now.')).toBeVisible()
  await expectLargeText(guardian)
  await guardian.getByRole('link', { name: 'Continue' }).click()
  await guardian.waitForURL('**/email-success')
  await expect(guardian.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible()
  await expectAccessible(guardian)
  await guardian.getByRole('link', { name: 'Back To Login' }).click()
  await guardian.waitForURL((url) => url.pathname === '/')

  await logIn(page, form)
  await page.waitForURL('**/student/dashboard')
  // An open page of ours would notice that the session has ended, and forget it.
  await page.goto('about:blank')

  await guardian.goto(findLink(await readMail(page, address, 'You agreed')))
  await expect(guardian.getByText(`You agreed to the Baobab account of ${form.username}.`)).toBeVisible()
  await expect(guardian.getByText(/^You agreed on \d+ \w+ \d{4}\.$/)).toBeVisible()
  await passMidnight()
  const today = lagosDate(new Date())
  await guardian.getByLabel('First day').fill(today)
  await guardian.getByLabel('Last day').fill(today)
  await guardian.getByRole('button', { name: 'Pause these days' }).click()
  await expect(guardian.getByText('The streak is paused on these days.')).toBeVisible()
  await expectAccessible(guardian)
  await expect(guardian.getByRole('button', { name: 'I agree' })).toHaveCount(0)
  await expectAccessible(guardian)
  await expectFit(guardian)
  await guardian.getByRole('button', { name: 'Withdraw my consent' }).click()
  const dialog = guardian.getByRole('dialog', { name: `Close the account of ${form.username}?` })
  await expect(dialog.getByRole('heading')).toBeInViewport()
  await dialog.getByRole('button', { name: 'Close the account' }).click()
  await expect(guardian.getByText('The account has been closed, and the personal data has been deleted.')).toBeVisible()

  const toasts = await countToasts(page, 'Unauthorized. Please log in.')
  await page.goto('/student/dashboard', { waitUntil: 'commit' })
  await page.waitForURL('**/student/login')
  await expect.poll(toasts).toBe(1)
  await logIn(page, form)
  await expect(page.getByText('Login failed! Please check your credentials.').first()).toBeVisible()
  expect(await readMail(page, form.email, 'is closed')).toContain('your parent or guardian withdrew their consent')
}

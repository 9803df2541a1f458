// Registrations that need help: a guardian at another address, a stranger who uses the same email, a lost mail.
import { registerStudent } from '@baobab/contract/accounts/endpoints.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { startAttempt } from '@baobab/contract/quiz/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { TITLE } from './answers.ts'
import { expectFit } from './fit.ts'
import { expect, openFor, openForAdmin } from './fixtures.ts'
import { test } from './guardian-product.ts'
import { makeStudent, registration } from './people.ts'
import { fillSignUp } from './sign-up.ts'

type Form = ReturnType<typeof registration>

/** A ten-year-old child, so a guardian has to agree. */
const child = (): Form => ({ ...registration(), birth: `${new Date().getFullYear() - 10}-01-01` })

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/verify-email')
}

type Mail = { subject: string; text: string }

/** Waits for `count` mails with a word in the subject. Returns their texts, the newest first. */
async function readMails(page: Page, to: string, word: string, count = 1): Promise<string[]> {
  let texts: string[] = []
  await expect
    .poll(async () => {
      const reply = await page.request.get(`/sandbox/mailbox/messages?to=${encodeURIComponent(to)}`)
      const mails = ((await reply.json()) as Mail[]).filter(({ subject }) => subject.includes(word))
      texts = mails.map(({ text }) => text)
      return texts.length
    })
    .toBeGreaterThanOrEqual(count)
  return texts
}

const findCode = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? ''
const findLink = (text: string | undefined) => /http\S+guardian-consent\S+/.exec(text ?? '')?.[0] ?? ''

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Submit' }).click()
}

async function logIn(page: Page, { email, password }: Pick<Form, 'email' | 'password'>): Promise<void> {
  await page.goto('/student/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Registers a child on the page and enters the code. Returns the guardian's address. */
async function registerChild(page: Page, form: Form): Promise<string> {
  const guardian = `parent.${form.email}`
  await page.goto('/student/register')
  await fillSignUp(page, form, guardian)
  await send(page)
  const [mail] = await readMails(page, form.email, 'is your Baobab code')
  expect(mail).toContain(form.username)
  await enterCode(page, findCode(mail))
  await expect(page.getByRole('heading', { name: 'Waiting for your parent or guardian' })).toBeVisible()
  await expect(page.getByText('p•••@school.example')).toBeVisible()
  return guardian
}

test('a guardian is asked at another address, and the link in the first email no longer works', async ({
  page,
  context,
}) => {
  const form = child()
  const first = await registerChild(page, form)
  await page.reload()
  await expect(page.getByText('p•••@school.example')).toBeVisible()

  await page.getByRole('button', { name: 'Use another address' }).click()
  await expectAccessible(page)
  await page.getByLabel("Parent's or guardian's email").fill(form.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText("Enter your parent's or guardian's email, not your own")).toBeVisible()
  const second = `mum.${form.email}`
  await page.getByLabel("Parent's or guardian's email").fill(second)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('m•••@school.example')).toBeVisible()

  const [firstMail] = await readMails(page, first, 'consent')
  const [secondMail] = await readMails(page, second, 'consent')
  const guardian = await context.newPage()
  await guardian.goto(findLink(firstMail))
  await expect(guardian.getByText('Invalid or expired token.')).toBeVisible()
  await guardian.goto(findLink(secondMail))
  await expect(guardian.getByText(form.username, { exact: true })).toBeVisible()
  await expect(guardian).not.toHaveURL(/token/)
  await expectAccessible(guardian)
})

test('a waiting child can have the guardian asked again from another device', async ({ page, browser, productUrl }) => {
  const form = child()
  const address = await registerChild(page, form)
  await readMails(page, address, 'consent')
  const device = await browser.newPage({ baseURL: productUrl })
  await logIn(device, form)
  await expect(device.getByText('p•••@school.example')).toBeVisible()
  await device.getByRole('button', { name: 'Send the email again' }).click()
  await expect(device.getByRole('button', { name: /Send the email again in \d+ s/ })).toBeDisabled()
  await readMails(page, address, 'consent', 2)
  await device.close()
})

test("a stranger who registers the same email gains nothing from its owner's code", async ({ page, productUrl }) => {
  const form = registration()
  await page.goto('/student/register')
  await fillSignUp(page, form)
  await send(page)
  const [own] = await readMails(page, form.email, 'is your Baobab code')
  const body = { ...registration(), email: form.email, password: 'Stranger7x' }
  await createClient({ baseUrl: productUrl })(registerStudent, { body })
  const [foreign] = await readMails(page, form.email, 'is your Baobab code', 2)
  await page.reload()
  await enterCode(page, findCode(foreign))
  await expect(page.getByText('Verification failed! Please try again.').first()).toBeVisible()
  await enterCode(page, findCode(own))
  await expect(page.getByText('Email verified successfully!').first()).toBeVisible()
  await logIn(page, { ...form, password: 'Stranger7x' })
  await expect(page.getByText('Please verify your email first.')).toBeVisible()
  await logIn(page, form)
  await expect(page.getByText('Login successful!').first()).toBeVisible()
})

test('an admin sends a lost code again', async ({ browser, productUrl }) => {
  const form = registration()
  await createClient({ baseUrl: productUrl })(registerStudent, { body: form })
  const page = await openForAdmin(browser, productUrl)
  await page.goto('/admin/user-management')
  await page.getByRole('link', { name: 'see pending registrations' }).click()
  await page.getByLabel('Search registrations').fill(form.email)
  const row = page.getByRole('region', { name: 'Pending registrations' }).locator('tbody').getByRole('row')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(form.username)
  await row.getByRole('button', { name: `Send a new code: ${form.username}` }).click()
  await expect(page.getByText('A new email is on its way.').first()).toBeVisible()
  await readMails(page, form.email, 'is your Baobab code', 2)
  await page.context().close()
})

test('a student who signs up again with the same email cannot retake a started quiz', async ({
  student,
  browser,
  productUrl,
}) => {
  await student.call(startAttempt, { params: { videoTitle: TITLE, ageCategory: '11-20' } })
  await student.call(eraseAccount, { body: { password: student.password } })
  const again = await makeStudent(productUrl, { email: student.email.toUpperCase() })
  const video = (await again.call(listVideos, {})).find(({ title }) => title === TITLE)
  const page = await openFor(again, browser, productUrl)
  await page.goto('/student/trivia')
  const card = page.getByRole('article').filter({ hasText: TITLE })
  await expect(card.getByText('Quiz already completed.')).toBeVisible()
  await expect(card.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Take Quiz of/ }).first()).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of ['/student/trivia/page', '/student/review']) {
    await page.goto(`${path}?video=${video?._id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Quiz already completed.' })).toBeVisible()
    await expect(page.getByText('Everyone has one try at each quiz.')).toBeVisible()
    await expect(page.getByRole('button', { name: /Start Quiz/ })).toBeHidden()
    await expectFit(page)
  }
  await page.context().close()
})

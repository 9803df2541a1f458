// A child under 13: registers, waits for a parent who agrees and later withdraws the consent. And pages that
// are opened without a login: the login leads back to them.
import { lagosDate } from '@baobab/contract/age.ts'
import { registerAdmin } from '@baobab/contract/accounts-admin.ts'
import { createClient } from '@baobab/contract/client.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFit, expectFitsWidth } from './fit.ts'
import { expect, test as base, waitForApp } from './fixtures.ts'
import { doubleText, expectLargeText } from './large-text.ts'
import { ADMIN, registration } from './people.ts'
import { screenSizes } from './screen-sizes.ts'
import { startProduct, type Product } from './product.ts'
import { countToasts } from './toasts.ts'

const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const product = await startProduct({ GUARDIAN_CONSENT: 'under-13' })
      await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
      await use(product)
      await product.remove()
    },
    { scope: 'worker' },
  ],
  productUrl: async ({ product }, use) => {
    await use(product.url)
  },
})

test.use({ viewport: { width: 360, height: 560 } })

type Form = ReturnType<typeof registration>

const child = (): Form => ({ ...registration(), birth: `${new Date().getFullYear() - 10}-01-01` })

async function fill(page: Page, form: Form): Promise<void> {
  await page.getByLabel('Username').fill(form.username)
  await page.getByLabel('Email', { exact: true }).fill(form.email)
  await page.getByLabel('Phone Number').fill(form.number)
  await page.getByLabel('Gender').selectOption('female')
  await page.getByLabel('Address').fill(form.address)
  await page.getByLabel('Password', { exact: true }).fill(form.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(form.password)
  await page.getByLabel('Date of Birth').fill(form.birth)
}

type Mail = { subject: string; text: string }

/** Waits for a mail with a text in its subject, and returns its text. */
async function readMail(page: Page, to: string, subject: string): Promise<string> {
  let mail: Mail | undefined
  await expect(async () => {
    const reply = await page.request.get(`/sandbox/mailbox/messages?to=${encodeURIComponent(to)}`)
    mail = ((await reply.json()) as Mail[]).find((one) => one.subject.includes(subject))
    expect(mail).toBeDefined()
  }).toPass()
  return mail?.text ?? ''
}

const findLink = (text: string) => /http\S+guardian-consent\S+/.exec(text)?.[0] ?? ''

/** Enters the mailed code. */
async function enterCode(page: Page, email: string): Promise<void> {
  const code = /\b\d{6}\b/.exec(await readMail(page, email, 'is your Baobab code'))?.[0] ?? ''
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Submit' }).click()
}

async function logIn(page: Page, { email, password }: Pick<Form, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Registers a child, up to the page that waits. Returns the guardian's address. */
async function registerChild(page: Page, form: Form): Promise<string> {
  const guardian = `parent.${form.email}`
  await page.goto('/student/register')
  await fill(page, form)
  await page.getByLabel("Parent's or guardian's email").fill(guardian)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/verify-email')
  await enterCode(page, form.email)
  await expectWaiting(page)
  return guardian
}

async function expectWaiting(page: Page): Promise<void> {
  await page.waitForURL('**/guardian-wait')
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for your parent or guardian' })).toBeVisible()
  await expect(page.getByText('p•••@school.example')).toBeVisible()
}

test("the guardian's field shows as soon as the birth date calls for it", async ({ page }) => {
  await page.goto('/student/register')
  const field = page.getByLabel("Parent's or guardian's email")
  await expect(field).toHaveCount(0)
  await page.getByLabel('Date of Birth').fill(child().birth)
  await expect(field).toBeVisible()
  const sixteen = `${new Date().getFullYear() - 16}-01-01`
  await page.getByLabel('Date of Birth').fill(sixteen)
  await expect(page.getByText('so you will play in the')).toBeVisible()
  await expect(field).toHaveCount(0)

  // The reply of a product where everybody under 18 needs a guardian.
  await page.route('**/api/settings', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), guardianAge: 18 } })
  })
  await page.reload()
  await page.getByLabel('Date of Birth').fill(sixteen)
  await expect(field).toBeVisible()
})

for (const screen of screenSizes)
  test(`at ${screen.width} x ${screen.height} a child waits for a guardian, who agrees and later withdraws the consent`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(screen)
    const form = child()
    const address = await registerChild(page, form)
    await expectAccessible(page)
    await expectFit(page)
    await page.reload()
    await expectWaiting(page)
    // Nothing asks for the code again.
    await page.goto('/verify-email')
    await expectWaiting(page)
    await page.goto('/student/login')
    await logIn(page, form)
    await expectWaiting(page)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()

    const guardian = await context.newPage()
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
    // An open page of ours would notice the end of the session, and forget it.
    await page.goto('about:blank')

    await guardian.goto(findLink(await readMail(page, address, 'You agreed')))
    await expect(guardian.getByText(`You agreed to the Baobab account of ${form.username}.`)).toBeVisible()
    await expect(guardian.getByText(/^You agreed on \d+ \w+ \d{4}\.$/)).toBeVisible()
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
    await expect(dialog.getByRole('button', { name: 'Close the account' })).toBeInViewport()
    await dialog.getByRole('button', { name: 'Close the account' }).click()
    await expect(
      guardian.getByText('The account has been closed, and the personal data has been deleted.'),
    ).toBeVisible()

    const toasts = await countToasts(page, 'Unauthorized. Please log in.')
    await page.goto('/student/dashboard', { waitUntil: 'commit' })
    await page.waitForURL('**/student/login')
    await expect.poll(toasts).toBe(1)
    await logIn(page, form)
    await expect(page.getByText('Login failed! Please check your credentials.').first()).toBeVisible()
    expect(await readMail(page, form.email, 'is closed')).toContain('your parent or guardian withdrew their consent')
  })

test('a guardian who says no reads what happened, and so does the child', async ({ page, context }) => {
  const form = child()
  const address = await registerChild(page, form)
  const guardian = await context.newPage()
  await guardian.goto(findLink(await readMail(page, address, 'consent')))
  await guardian.getByRole('button', { name: 'No', exact: true }).click()
  await guardian.getByRole('button', { name: 'Cancel' }).click()
  await guardian.getByRole('button', { name: 'No', exact: true }).click()
  await guardian.getByRole('button', { name: 'Refuse and delete' }).click()
  await expect(
    guardian.getByText('You said no. We have deleted the registration and everything that was entered.'),
  ).toBeVisible()
  expect(await readMail(page, form.email, 'was not opened')).toContain('your parent or guardian said no')
  await page.getByRole('button', { name: 'Send the email again' }).click()
  await expect(page.getByText('We could not find this registration. Please log in to continue.')).toBeVisible()
})

test('a page that needs a login opens after it, and Back leads to where the student came from', async ({ page }) => {
  const form = registration()
  await page.goto('/about')
  await page.goto('/student/scholarship?ageCategory=5-10', { waitUntil: 'commit' })
  // A reminder and not an error, because nothing went wrong.
  const toast = page.locator('.toast', { hasText: 'Unauthorized. Redirecting...' })
  await expect(toast).toHaveClass(/toast--warn/)
  await page.waitForURL('**/student/login')
  await expect(page.getByText('Log in, then your page opens.')).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await fill(page, form)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/verify-email')
  await enterCode(page, form.email)
  await page.waitForURL('**/student/login')
  await logIn(page, form)
  await expect(page.getByText(`Hello ${form.username}. Your page opens in a moment.`)).toBeVisible()
  await page.waitForURL('**/student/scholarship?ageCategory=5-10')
  expect(await page.evaluate(() => sessionStorage.getItem('email'))).toBe(form.email)
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.waitForURL('**/student/setting')
  await page.goBack()
  await expect(page).toHaveURL(/scholarship/)

  // It is opened once: the next login leads to the dashboard.
  await logOutHere(page)
  await page.goto('/student/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page.getByText('Log in, then your page opens.')).toHaveCount(0)
  await logIn(page, form)
  await page.waitForURL('**/student/dashboard')

  await logOutHere(page)
  await page.goto('/student/notification')
  await page.waitForURL('**/student/login')
  await logIn(page, form)
  await page.waitForURL('**/student/notification')
  await page.goBack()
  await expect(page).toHaveURL(/about/)
})

/** Forgets the login in this tab, as a browser does that was closed. */
async function logOutHere(page: Page): Promise<void> {
  // On a page without a guard, which would store its own address.
  await page.goto('/about')
  await page.evaluate(() => {
    for (const key of ['authToken', 'username']) sessionStorage.removeItem(key)
  })
}

test('a login without a username says so', async ({ page }) => {
  await page.goto('/about')
  await page.evaluate(() => sessionStorage.setItem('authToken', 'x'.repeat(43)))
  await page.goto('/student/dashboard', { waitUntil: 'commit' })
  await expect(page.getByText('Username is not available. Redirecting to login...').first()).toBeVisible()
  await page.waitForURL('**/student/login')
})

test("an admin's page opens after the login, and no address leads to another site", async ({ page }) => {
  await page.goto('/admin/payments')
  await page.waitForURL('**/admin/login')
  await logIn(page, ADMIN)
  await page.waitForURL('**/admin/payments')
  // On a page without a guard, which would store its own address.
  await page.goto('/about')
  await page.evaluate(() => {
    sessionStorage.removeItem('adminAuthToken')
    sessionStorage.setItem('adminPageAfterLogin', '//evil.example/admin/payments')
  })
  await page.goto('/admin/login')
  await logIn(page, ADMIN)
  await page.waitForURL('**/admin/dashboard')
})

test('with text of 200 % the labels of the tabs stay whole, and nothing hides behind them', async ({
  studentPage: page,
}) => {
  await page.goto('/student/setting')
  await waitForApp(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const tabs = page.getByRole('navigation', { name: 'Student', exact: true })
  for (const label of ['Dashboard', 'Videos', 'Trivia', 'Leaderboard', 'Settings']) {
    const tab = tabs.getByRole('link', { name: label, exact: true })
    await expect(tab).toBeInViewport({ ratio: 1 })
    const lines = await tab.evaluate((link) => {
      const range = document.createRange()
      for (const node of link.childNodes) if (node.nodeType === Node.TEXT_NODE) range.selectNode(node)
      return range.getClientRects().length
    })
    expect(lines, label).toBe(1)
  }
  await expectFitsWidth(page)
  // The last control of the page can be scrolled above the tabs.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const last = page.getByRole('main').getByRole('button').last()
  const [control, bar] = [await last.boundingBox(), await tabs.boundingBox()]
  expect((control?.y ?? 0) + (control?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
})

test('with text of 200 % the tabs of the content pages fit the screen', async ({ adminPage: page }) => {
  for (const [path, name] of [
    ['/admin/content-management', 'Content'],
    ['/admin/trivias', 'Content'],
  ] as const) {
    await page.goto(path)
    const tabs = page.getByRole('navigation', { name, exact: true }).getByRole('link')
    await expect(tabs).toHaveCount(3)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const tab of await tabs.all()) {
      const [text, box] = await tab.evaluate((link) => {
        const range = document.createRange()
        range.selectNodeContents(link)
        return [range.getBoundingClientRect().right, link.getBoundingClientRect().right]
      })
      expect(text).toBeLessThanOrEqual(box ?? 0)
      expect(box).toBeLessThanOrEqual(360)
    }
  }
})

test('numbers and small titles are set in the text face', async ({ page }) => {
  await page.goto('/about')
  const faceOf = (level: number) =>
    page
      .getByRole('heading', { level })
      .first()
      .evaluate((heading) => getComputedStyle(heading).fontFamily)
  expect(await faceOf(1)).toContain('Ojuju')
  expect(await faceOf(2)).not.toContain('Ojuju')
  expect(await faceOf(3)).not.toContain('Ojuju')
  await page.goto('/contact')
  for (const [width, isLarge] of [
    [360, false],
    [1280, true],
  ] as const) {
    await page.setViewportSize({ width, height: 740 })
    expect((await faceOf(1)).includes('Ojuju')).toBe(isLarge)
  }
  await page.goto('/student/login')
  await waitForApp(page)
  const greeting = page.getByText('The story is waiting under the tree.')
  const greetingFace = () => greeting.evaluate((element) => getComputedStyle(element).fontFamily)
  expect(await greetingFace()).toContain('Ojuju')
  await page.setViewportSize({ width: 360, height: 560 })
  expect(await greetingFace()).not.toContain('Ojuju')
  await page.goto('/about')
  await expect(page.getByText('Sample text: these partners are invented.')).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('Sample text: these quotes and people are invented.')).toBeVisible()
  await expect(page.getByText('Sample text: these funders are invented.')).toBeVisible()
})

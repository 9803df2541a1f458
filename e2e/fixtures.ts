// Fixtures: pages for a visitor, a logged-in student, and the first admin.
import { expect, test as base, type Browser, type Page } from '@playwright/test'
import { makeContextsLast } from './lasting-contexts.ts'
import { asAdmin, ADMIN, makeStudent, type Student } from './people.ts'

type Fixtures = {
  productUrl: string
  /** A verified student with a token, not yet in the browser. */
  student: Student
  /** A page with that student logged in. */
  studentPage: Page
  /** A page with the first admin logged in. */
  adminPage: Page
}

export const test = base.extend<Fixtures>({
  browser: [({ browser }, use) => use(makeContextsLast(browser)), { scope: 'worker' }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
  productUrl: async ({}, use) => {
    await use(process.env['PRODUCT_URL'] ?? '')
  },
  baseURL: async ({ productUrl }, use) => {
    await use(productUrl)
  },
  student: async ({ productUrl }, use) => {
    await use(await makeStudent(productUrl))
  },
  studentPage: async ({ page, student }, use) => {
    await enterAsStudent(page, student)
    await use(page)
  },
  adminPage: async ({ page, productUrl }, use) => {
    await enterAsAdmin(page, productUrl)
    await use(page)
  },
})

/** Logs a student in on a page before it opens its first address. */
export const enterAsStudent = (page: Page, { token, username, email, studentId, ageCategory }: Student) =>
  page.addInitScript(enter, { authToken: token, username, email, studentId, ageCategory })

/** Opens a second browser with another student logged in. */
export async function openFor(student: Student, browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await enterAsStudent(page, student)
  return page
}

/** Opens a second browser with the first admin logged in. */
export async function openForAdmin(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await enterAsAdmin(page, baseURL)
  return page
}

async function enterAsAdmin(page: Page, baseURL: string): Promise<void> {
  const { token } = await asAdmin(baseURL)
  await page.addInitScript(enter, { adminAuthToken: token, adminUsername: ADMIN.username })
}

/** Stores a login like the web app does, but only once per tab, so that a logout is not undone. */
function enter(keys: Record<string, string>): void {
  if (sessionStorage.getItem('entered')) return
  sessionStorage.setItem('entered', 'true')
  for (const [key, value] of Object.entries(keys)) sessionStorage.setItem(key, value)
}

/** Waits until the app has replaced the page's first HTML, whose links would load a new document. */
export const waitForApp = (page: Page) => expect(page.locator('#skeleton')).toHaveCount(0)

export { expect }

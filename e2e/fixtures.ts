// Fixtures that read like sentences: a page at the product's door, a student already inside.
import { test as base, type Page } from '@playwright/test'
import { asAdmin, ADMIN, makeStudent, type Student } from './people.ts'

type Fixtures = {
  productUrl: string
  /** A verified student with a token, not yet in the browser. */
  student: Student
  /** A page on which that student is logged in. */
  studentPage: Page
  /** A page on which the first admin is logged in. */
  adminPage: Page
}

export const test = base.extend<Fixtures>({
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
    await page.addInitScript(enter, {
      authToken: student.token,
      username: student.username,
      email: student.email,
      studentId: student.studentId,
      ageCategory: '11-20',
    })
    await use(page)
  },
  adminPage: async ({ page, productUrl }, use) => {
    const { token } = await asAdmin(productUrl)
    await page.addInitScript(enter, { adminAuthToken: token, adminUsername: ADMIN.username })
    await use(page)
  },
})

/** Puts a login where the web app keeps it, once for each tab, so that logging out stays logged out. */
function enter(keys: Record<string, string>): void {
  if (sessionStorage.getItem('entered')) return
  sessionStorage.setItem('entered', 'true')
  for (const [key, value] of Object.entries(keys)) sessionStorage.setItem(key, value)
}

export { expect } from '@playwright/test'

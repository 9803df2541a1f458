// A new version of the app while pages of the old one are open: they go on, and nothing that was typed or answered is lost.
import { listAttempts } from '@baobab/contract/quiz.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { answersOf, readQuestion, TITLE } from './answers.ts'
import { expect, test } from './fixtures.ts'
import { NEW_SENTENCE, OLD_SENTENCE, startUpdatableProduct, type UpdatableProduct } from './new-version.ts'
import { makeStudent, type Student } from './people.ts'

let product: UpdatableProduct
test.beforeEach(async () => {
  product = await startUpdatableProduct()
})
test.afterEach(() => product.remove())

async function logIn(page: Page, { email, password }: Student): Promise<void> {
  await page.goto(`${product.url}/student/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/student/dashboard')
}

/** Counts the documents that a page loads from now on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => (loads += 1))
  return () => loads
}

const linkTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Student' }).getByRole('link', { name, exact: true })

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page whose script is gone is loaded in the new version, and what was typed elsewhere is kept', async ({
    page,
  }) => {
    const student = await makeStudent(product.url)
    await logIn(page, student)
    await page.goto(`${product.url}/student/setting`)
    await page.getByLabel('School').fill('Unity School, Yaba')
    await product.deploy()

    const loads = countLoads(page)
    await linkTo(page, 'Leaderboard').click()
    await expect(page.getByRole('heading', { level: 1, name: /Leaderboard/ })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/student/scholarship')
    expect(loads()).toBe(1)
    // The rest of the new version is opened without another load.
    await linkTo(page, 'Settings').click()
    await expect(page.getByLabel('School')).toHaveValue('Unity School, Yaba')
    expect(loads()).toBe(1)
  })
})

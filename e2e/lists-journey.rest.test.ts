// An admin opens a student, payment, video and message from a filtered list, and returns to the list as it was left.
import { sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { initializePayment } from '@baobab/contract/payments/endpoints.ts'
import type { Page } from '@playwright/test'
import { TITLE } from './answers.ts'
import { laptop } from './fit.ts'
import { expect } from './fixtures.ts'
import { test } from './own-product.ts'
import { makeStudent, type Student } from './people.ts'

/** More students than fit on a page of the list. On the phone they are narrow cards, so the page is taller than the screen. */
const STUDENTS = 27

let made: Student[] | undefined

/** Makes the students once, one after another, because the server checks few passwords at a time. */
async function makeStudents(productUrl: string): Promise<Student[]> {
  if (made) return made
  made = []
  for (let number = 0; number < STUDENTS; number += 1) made.push(await makeStudent(productUrl))
  return made
}

const address = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY))

/** Scrolls to a link in a list and opens it. Returns how to check that the list is as it was left. */
async function leave(page: Page, link: string | RegExp): Promise<() => Promise<void>> {
  const target = page.getByRole('link', { name: link })
  await target.scrollIntoViewIfNeeded()
  const [before, top] = [address(page), await scrollTop(page)]
  await target.click()
  await expect.poll(() => address(page)).not.toBe(before)
  return async () => {
    await expect.poll(() => address(page)).toBe(before)
    await expect(target).toBeVisible()
    await expect.poll(() => scrollTop(page)).toBe(top)
  }
}

test('a student list is as it was left (filters, order, page and position) after the link, Back and a reload', async ({
  adminPage: page,
  productUrl,
}) => {
  await makeStudents(productUrl)
  await page.goto('/admin/user-management')
  await page.getByRole('button', { name: 'Females', exact: true }).click()
  await page.getByRole('combobox', { name: 'Payment' }).selectOption('Not paid')
  await page.getByLabel('Sort by').selectOption('Username: A - Z')
  await expect(page).toHaveURL(/filter=females&.*sort=username/)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/cursor=/)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page).not.toHaveURL(/cursor=/)
  const links = page.getByRole('link', { name: /^View Details of / })
  await expect(links).toHaveCount(25)
  const last = (await links.nth(20).textContent()) ?? ''
  const back = page.getByRole('link', { name: 'User Management', exact: true }).last()

  let expectAsLeft = await leave(page, last)
  await back.click()
  await expectAsLeft()
  expect(await scrollTop(page)).toBeGreaterThan(500)

  expectAsLeft = await leave(page, last)
  await page.goBack()
  await expectAsLeft()

  expectAsLeft = await leave(page, last)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'What you can do' })).toBeVisible()
  await back.click()
  await expectAsLeft()
})

test('a payment list is as it was left, and keeps its earlier pages', async ({ adminPage: page, productUrl }) => {
  for (const { call } of await makeStudents(productUrl)) await call(initializePayment, { body: {} })
  await page.setViewportSize(laptop)
  await page.goto('/admin/payments?state=opened')
  await expect(page.getByRole('link', { name: /^History of / })).toHaveCount(25)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/cursor=/)
  await expect(page.getByText(/^26 to /)).toBeVisible()
  await expect(page.locator('.dtable[aria-busy="true"]')).toHaveCount(0)
  const reference = (
    (await page
      .getByRole('link', { name: /^History of / })
      .first()
      .textContent()) ?? ''
  ).slice(-8)
  const expectAsLeft = await leave(page, new RegExp(`^History of .*${reference}$`))
  // The address changes before the list disappears, which also has links to students.
  await expect(page.getByRole('link', { name: /^History of / })).toHaveCount(0)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^k[0-9a-f]{8}$/ })
    .click()
  await expect(page).toHaveURL(/\/admin\/student/)
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Payments', exact: true }).click()
  await expectAsLeft()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText(/^1 to 25/)).toBeVisible()
})

test('a video list is as it was left, from the content tab and from the videos page', async ({ adminPage: page }) => {
  for (const list of ['/admin/content-management?tab=videos', '/admin/videos']) {
    await page.goto(list)
    await page
      .getByLabel(/^Search/)
      .first()
      .fill('danfo')
    await expect(page).toHaveURL(/search=danfo/)
    await expect(page.getByRole('link', { name: /^Update / })).toHaveCount(1)
    const expectAsLeft = await leave(page, `Update ${TITLE}`)
    await page.getByRole('link', { name: 'All videos' }).click()
    await expectAsLeft()
    await expect(page.getByLabel(/^Search/).first()).toHaveValue('danfo')
  }
})

test('a message list is as it was left', async ({ adminPage: page, productUrl }) => {
  const send = createClient({ baseUrl: productUrl })
  for (let number = 0; number < 3; number += 1)
    await send(sendMessage, {
      body: { firstName: `Writer${number}`, lastName: 'Obi', email: 'w@home.example', message: 'When is the draw?' },
    })
  await page.setViewportSize({ width: 390, height: 400 })
  await page.goto('/admin/messages')
  await page.getByLabel('Search messages').fill('draw')
  await expect(page).toHaveURL(/search=draw$/)
  const expectAsLeft = await leave(page, /Writer1 Obi/)
  await page.getByRole('link', { name: 'All messages' }).click()
  await expectAsLeft()
  expect(await scrollTop(page)).toBeGreaterThan(0)
})

test('/admin and /student lead to the dashboard or the login, and an unknown page keeps the menu', async ({
  adminPage: page,
  browser,
  productUrl,
}) => {
  await page.setViewportSize(laptop)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Admin pages' })
  const reply = await page.goto('/admin/nothing-here')
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'This page is not here' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Payments' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)

  await page.goto('/admin/scholarship-management')
  await page.getByRole('link', { name: 'Top 1000 Students' }).click()
  await expect(page).toHaveURL(/\/admin\/top-students$/)
  await expect(menu.getByRole('link', { name: 'Payments' })).toBeVisible()

  const visitor = await (await browser.newContext({ baseURL: productUrl })).newPage()
  for (const [path, login] of [
    ['/admin/', '/admin/login'],
    ['/student', '/student/login'],
  ] as const) {
    await visitor.goto(path)
    await expect.poll(() => address(visitor)).toBe(login)
  }
  await visitor.context().close()
})

// An admin uses only the keyboard: searches and walks through lists, finds pages and people, and turns the shortcuts off.
import { sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { initializePayment } from '@baobab/contract/payments/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { TITLE } from './answers.ts'
import { expectFit, laptop, phone } from './fit.ts'
import { expect, waitForApp } from './fixtures.ts'
import { test } from './own-product.ts'
import { makeStudent } from './people.ts'

test.use({ viewport: laptop })

const focused = (page: Page) => page.locator('main :focus')
const palette = (page: Page) => page.getByRole('dialog', { name: 'Find' })
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForApp(page)
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Opens the palette, types, and waits until the search is done. */
async function find(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type(typed)
  await expect(palette(page).getByRole('status')).toHaveText(/result|Nothing found/)
}

test('the shortcuts search a list, walk through its rows and open one, but in a field they are letters', async ({
  adminPage: page,
  productUrl,
}) => {
  const [one, other] = [await makeStudent(productUrl), await makeStudent(productUrl)]
  await open(page, '/admin/user-management')
  await page.keyboard.press('/')
  const search = page.getByLabel('Search students')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
  await page.keyboard.type('jk/?')
  await expect(search).toHaveValue('jk/?')
  await expect(page).toHaveURL(/search=/)
  await search.fill('')
  await expect(page).not.toHaveURL(/search=/)
  await page.keyboard.press('Shift+Tab')

  const rows = page.locator('tbody').getByRole('row')
  await expect(rows.nth(1)).toContainText(one.username)
  await page.keyboard.press('j')
  await expect(focused(page)).toHaveAccessibleName(`View Details of ${other.username}`)
  expect(await focused(page).evaluate((link) => link.matches(':focus-visible'))).toBe(true)
  await page.keyboard.press('k')
  await expect(focused(page)).toHaveAccessibleName(`View Details of ${other.username}`)
  await page.keyboard.press('J')
  await expect(focused(page)).toHaveAccessibleName(`View Details of ${one.username}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: one.username })).toBeVisible()
})

test('in the inbox the shortcuts walk through the messages, and Enter opens one', async ({
  adminPage: page,
  productUrl,
}) => {
  const send = createClient({ baseUrl: productUrl })
  for (const firstName of ['Bisi', 'Chidi'])
    await send(sendMessage, {
      body: { firstName, lastName: 'Keys', email: 'keys@home.example', message: 'When is the draw?' },
    })
  await open(page, '/admin/messages')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(focused(page)).toContainText('Bisi Keys')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Bisi Keys' })).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Chidi Keys' })).toBeVisible()
})

test('the palette finds pages, actions, students, videos and payments without a pointer', async ({
  adminPage: page,
  productUrl,
}) => {
  const student = await makeStudent(productUrl)
  const { reference } = await student.call(initializePayment, { body: {} })
  await open(page, '/admin/dashboard')

  await find(page, 'audit')
  await expect(chosen(page)).toHaveText('Audit Log')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/audit-log$/)
  await expect(page.getByRole('main')).toBeFocused()

  await find(page, student.username)
  await expect(palette(page).getByRole('group', { name: 'Students' })).toContainText(student.email)
  await expect(palette(page).getByRole('group', { name: 'Payments' })).toContainText(reference)
  await expectAccessible(page)
  await expectFit(page)
  await expect(chosen(page)).toContainText(student.email)
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toContainText(reference)
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toContainText(student.email)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/payment\\?reference=${reference}`))

  await find(page, TITLE.slice(0, 9))
  await expect(chosen(page)).toHaveText(TITLE)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/videos\?video=/)

  await find(page, 'give money back')
  await expect(chosen(page)).toHaveText('Refund a payment')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/payments\?state=paid$/)
  await page.goBack()

  await find(page, 'nothing like this')
  await expect(palette(page).getByText('Nothing found for “nothing like this”.')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/videos\?video=/)
})

test('on a touch screen a button in the top bar opens the palette, and a tap opens a result', async ({
  adminPage: page,
}) => {
  await page.setViewportSize(phone)
  await open(page, '/admin/dashboard')
  await page.getByRole('button', { name: 'Find' }).filter({ visible: true }).click()
  await palette(page).getByRole('combobox').fill('corrected')
  await palette(page).getByRole('option', { name: 'Corrected Answers' }).click()
  await expect(page).toHaveURL(/\/admin\/regrades$/)
})

test('single-character shortcuts are listed and can be turned off, and Ctrl-K stays', async ({ adminPage: page }) => {
  await open(page, '/admin/payments')
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(list.getByText('Search the list')).toBeVisible()
  await expectAccessible(page)
  await expectFit(page)
  await page.keyboard.press('Shift+Tab')
  await expect(list.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await page.reload()
  await waitForApp(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  for (const key of ['?', '/', 'j']) await page.keyboard.press(key)
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await expect(list).toHaveCount(0)
  await palette(page).getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(list.getByRole('checkbox')).not.toBeChecked()
  await list.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search payments')).toBeFocused()
})

test('the palette opens once the role is known, even if Ctrl-K was pressed before', async ({ adminPage: page }) => {
  const role = Promise.withResolvers<void>()
  await page.route('**/api/admin/one-admin**', async (route) => {
    await role.promise
    await route.continue()
  })
  await page.goto('/admin')
  await waitForApp(page)
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toHaveCount(0)
  role.resolve()
  await expect(palette(page).getByRole('combobox')).toBeFocused()
})

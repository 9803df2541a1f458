// An admin names a list's filters, order and columns, opens them again, and makes the list open with them.
import { createClient } from '@baobab/contract/kernel/client.ts'
import { listSavedViews } from '@baobab/contract/saved-views/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFit, laptop } from './fit.ts'
import { expect, waitForApp } from './fixtures.ts'
import { test } from './own-product.ts'
import { asAdmin, makeStudent } from './people.ts'

test.use({ viewport: laptop })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Views of this list' })
/** A list's button, which shows the current view's name. */
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true })

/** The dialog's button that opens a view. */
const item = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name: new RegExp(`^${name}( Opens first)?$`) })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForApp(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function save(page: Page, name: string, isDefault = false): Promise<void> {
  await button(page, /^Views/).click()
  const form = dialog(page).getByRole('region', { name: 'Save what you see now' })
  await form.getByLabel('Name of the view').fill(name)
  if (isDefault) await form.getByLabel('Open the list with this view').check()
  await form.getByRole('button', { name: 'Save view' }).click()
  await expect(item(page, name)).toBeVisible()
}

test('filters, order and columns of the students are saved, opened, renamed, made the default and deleted', async ({
  adminPage: page,
  productUrl,
}) => {
  const { username } = await makeStudent(productUrl)
  await open(page, '/admin/user-management')
  await button(page, 'Views').click()
  await expect(dialog(page).getByText('open them again with one click')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Views')).toBeFocused()

  await page.getByRole('button', { name: 'Females', exact: true }).click()
  await page.getByRole('button', { name: 'Score' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'School' }).check()
  await page.keyboard.press('Escape')
  await page.getByLabel('Search students').fill(username)
  await expect(page).toHaveURL(new RegExp(`search=${username}`))
  await save(page, 'Girls by score')
  await expect(item(page, 'Girls by score')).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page)
  await expectFit(page)
  await page.keyboard.press('Escape')
  const { call } = await asAdmin(productUrl)
  expect((await call(listSavedViews, {})).views).toMatchObject([
    { list: 'students', query: `direction=desc&filter=females&search=${username}&sort=score`, isDefault: false },
  ])

  // After another list and other columns, the view restores its own.
  await open(page, '/admin/user-management')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'School' }).uncheck()
  await page.keyboard.press('Escape')
  await button(page, 'Views').click()
  await item(page, 'Girls by score').click()
  await expect(page).toHaveURL(/filter=females.*sort=score/)
  await expect(page.getByRole('columnheader', { name: 'School' })).toBeVisible()
  await expect(button(page, 'Views, now Girls by score')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/user-management$/)

  // Tries a name that is taken, an empty one, and a new one for a view that opens first.
  await page.getByRole('button', { name: 'Males', exact: true }).click()
  await button(page, 'Views').click()
  const form = dialog(page).getByRole('region', { name: 'Save what you see now' })
  await form.getByRole('button', { name: 'Save view' }).click()
  await expect(form.getByText('Name is required')).toBeVisible()
  await form.getByLabel('Name of the view').fill('girls BY score')
  await form.getByRole('button', { name: 'Save view' }).click()
  await expect(form.getByText('You already have a view with this name.')).toBeVisible()
  await expect(form.getByLabel('Name of the view')).toHaveValue('girls BY score')
  await page.keyboard.press('Escape')
  await save(page, 'Boys', true)
  await expect(dialog(page).getByText('Opens first')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Change Girls by score' }).click()
  const change = dialog(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('textbox') })
  await expect(change.getByLabel('Name of the view')).toBeFocused()
  await change.getByLabel('Name of the view').fill('Best girls')
  await page.keyboard.press('Enter')
  await expect(item(page, 'Best girls')).toBeFocused()

  // The list opens with the default, even from the menu. It opens without filters only after they were cleared, or on Back.
  await open(page, '/admin/dashboard')
  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'User Management' }).click()
  await expect(page).toHaveURL(/filter=males/)
  await expect(button(page, 'Views, now Boys')).toBeVisible()
  await page.getByRole('button', { name: 'All Students', exact: true }).click()
  await expect(page).toHaveURL(/user-management$/)
  await page.getByRole('link', { name: `View Details of ${username}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'User Management' }).click()
  await expect(page.getByRole('link', { name: `View Details of ${username}` })).toBeVisible()
  await expect(page).toHaveURL(/user-management$/)

  await button(page, 'Views').click()
  await dialog(page).getByRole('button', { name: 'Delete Boys' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Keep' })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(item(page, 'Boys')).toHaveCount(0)
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await open(page, '/admin/user-management')
  await expect(button(page, 'Views')).toBeVisible()
  await expect(page).toHaveURL(/user-management$/)
})

/** Lists with an address that filters them, and the query that their view keeps. */
const lists = [
  ['payments', '/admin/payments?state=opened&search=BAO', 'search=BAO&state=opened'],
  ['videos', '/admin/content-management?tab=videos&sort=students', 'sort=students'],
  ['questions', '/admin/content-management?tab=trivia&ageCategory=5-10', 'ageCategory=5-10'],
  ['notifications', '/admin/notification?state=scheduled', 'state=scheduled'],
  ['messages', '/admin/messages?show=unread', 'show=unread'],
  ['audit', '/admin/audit-log?action=admin.logged_in&subject=adanna', 'action=admin.logged_in'],
] as const

test('every list with filters has its own views', async ({ adminPage: page, productUrl }) => {
  const { token } = await asAdmin(productUrl)
  const call = createClient({ baseUrl: productUrl, token: () => token })
  for (const [list, address, kept] of lists) {
    await open(page, address)
    await save(page, `My ${list}`)
    await page.keyboard.press('Escape')
    await expectFit(page)
    const { views } = await call(listSavedViews, {})
    expect(views.find((view) => view.list === list)).toMatchObject({ name: `My ${list}`, query: kept })
    const [path = '', query = ''] = address.split('?')
    await open(page, query.includes('tab=') ? `${path}?${query.split('&')[0]}` : path)
    await button(page, 'Views').click()
    await dialog(page)
      .getByRole('button', { name: `My ${list}`, exact: true })
      .click()
    await expect.poll(() => page.url()).toContain(kept)
    await expect(button(page, `Views, now My ${list}`)).toBeVisible()
  }
})

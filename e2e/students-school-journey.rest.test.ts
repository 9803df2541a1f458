// The students of one school get a message: the school is chosen by its name, and all of its students with one button.
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { updateProfile } from '@baobab/contract/profile/endpoints.ts'
import { expectAccessible } from './accessibility.ts'
import { countClicks } from './clicks.ts'
import { expectFit, laptop } from './fit.ts'
import { expect, test, waitForApp } from './fixtures.ts'
import { makeStudent } from './people.ts'

/** More than one page of the list. */
const STUDENTS = 27

const bar = (page: Page) => page.getByRole('group', { name: 'Selected rows' })

test('four clicks, besides typing, lead from any page to a message for the students of one school', async ({
  adminPage: page,
  productUrl,
}) => {
  test.setTimeout(300_000)
  const school = `GSS ${randomBytes(4).toString('hex')}`
  for (let n = 0; n < STUDENTS; n += 1) {
    const { username, call } = await makeStudent(productUrl)
    await call(updateProfile, { params: { username }, body: { school: n % 2 === 0 ? school : school.toLowerCase() } })
  }
  await page.setViewportSize(laptop)
  await page.goto('/admin/dashboard')
  await waitForApp(page)
  const clicks = countClicks()

  await clicks.click(page.getByRole('link', { name: 'User Management' }).filter({ visible: true }).first())
  const field = page.getByRole('combobox', { name: 'School' }).or(page.getByRole('searchbox', { name: 'School' }))
  await clicks.click(field)
  await page.keyboard.type(school.slice(0, 8))
  await expect(page.locator('datalist option').first()).toHaveAttribute('value', new RegExp(school, 'i'))
  await expect(page.locator('datalist option').first()).toHaveText(`${STUDENTS} students`)
  await page.keyboard.type(school.slice(8))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/school=GSS/i)
  await clicks.click(bar(page).getByRole('button', { name: `Select all ${STUDENTS} students` }))
  await clicks.click(bar(page).getByRole('button', { name: 'Notify' }))
  const dialog = page.getByRole('dialog', { name: `Send a notification to all ${STUDENTS} students?` })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  expect(clicks.count()).toBeLessThanOrEqual(4)
  await expectAccessible(page)

  await dialog.getByLabel('Title').fill('Prize day')
  await dialog.getByLabel('Update').selectOption('Announcement')
  await dialog.getByLabel('Description').fill('It is on Friday.')
  await dialog.getByRole('button', { name: 'Send notification' }).click()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('Notification to students: taken back. Nobody got it.').last()).toBeVisible()
  await expectFit(page)
})

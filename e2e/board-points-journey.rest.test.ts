// Support adds points to a student's score and undoes it; above the limit, another admin finds the proposal on Home and approves it; the
// student reads about it.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { makeAnotherAdmin } from './another-admin.ts'
import { expectFit, laptop, phone } from './fit.ts'
import { enterAsStudent, expect, test, waitForApp } from './fixtures.ts'
import { makeStudent } from './people.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Points', exact: true })

async function adjust(page: Page, amount: string, reason: string): Promise<void> {
  await card(page).getByRole('button', { name: 'Adjust points' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Points to add or take back').fill(amount)
  await dialog.getByLabel('Reason').fill(reason)
}

for (const [name, viewport] of [
  ['on a laptop', laptop],
  ['on a phone', phone],
] as const)
  test(`support adjusts points, and another admin approves more of them, ${name}`, async ({
    adminPage: page,
    productUrl,
    browser,
  }) => {
    await page.setViewportSize(viewport)
    const student = await makeStudent(productUrl)
    const support = await makeAnotherAdmin(productUrl, 'support')
    await page.goto(`/admin/student?username=${student.username}`)
    await waitForApp(page)
    await expect(card(page)).toContainText('0 points')
    await expect(card(page)).toContainText('No points have been adjusted yet.')
    await expectFit(page)

    await adjust(page, '25', 'The')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Change points' }).click()
    await expect(dialog).toContainText('Please enter a number that ends in 0')
    await expect(dialog).toContainText('Reason must be at least 5 characters')
    await dialog.getByLabel('Points to add or take back').fill('20')
    await dialog.getByRole('button', { name: '10 points more' }).click()
    await expect(dialog.getByLabel('Points to add or take back')).toHaveValue('30')
    await dialog.getByLabel('Reason').fill('The drum question was wrong.')
    await expect(dialog).toContainText('The score goes from 0 points to 30 points.')
    await expect(dialog).toContainText('Why: The drum question was wrong.')
    await expectAccessible(page)
    await expectFit(page)
    await dialog.getByRole('button', { name: 'Change points' }).click()
    await expect(page.getByText('The points have been changed.')).toBeVisible()
    await expect(card(page).getByRole('listitem')).toContainText('+30 points')
    await expect(page.locator('#points')).toBeFocused()

    await card(page)
      .getByRole('button', { name: /^Undo \+30 points/ })
      .click()
    await expect(dialog).toContainText('The score goes from 30 points to 0 points.')
    await dialog.getByLabel('Reason').fill('It was another student.')
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(card(page).getByRole('listitem')).toHaveCount(2)
    await expect(card(page).getByRole('button', { name: /^Undo/ })).toHaveCount(0)

    await adjust(page, '60', 'Six answers were lost.')
    await expect(dialog).toContainText('Another admin has to approve this')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await expect(card(page).getByRole('listitem').first()).toContainText('Waiting for another admin')
    await expect(card(page).getByRole('button', { name: /^Approve/ })).toHaveCount(0)
    await expectAccessible(page)
    await expectFit(page)

    const context = await browser.newContext({ baseURL: productUrl, viewport })
    const other = await context.newPage()
    await other.addInitScript((fields) => {
      for (const [key, value] of Object.entries(fields)) sessionStorage.setItem(key, value)
    }, support)
    await other.goto('/admin')
    await other.getByRole('link', { name: `1 points change to approve, about ${student.username}` }).click()
    await card(other).getByRole('button', { name: 'Approve' }).click()
    await expect(card(other).getByRole('listitem').first()).toContainText(`Approved by ${support['adminUsername']}`)
    await expect(card(other)).toContainText('60 points')
    await expectFit(other)

    const own = await (await browser.newContext({ baseURL: productUrl, viewport })).newPage()
    await enterAsStudent(own, student)
    await own.goto('/student/notification')
    await own.getByText('You got 60 points').click()
    await expect(own.getByText('Why: Six answers were lost.')).toBeVisible()
    await own.goto('/user-rank')
    await expect(own.getByRole('main')).toContainText('60')
  })
